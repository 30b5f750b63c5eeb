// Its long tests; see test/support/lengths.ts.
import "./console-sound.test.ts";
