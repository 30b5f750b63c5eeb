// Its long tests; see test/support/lengths.ts.
import "./reference-recording.slow.test.ts";
