// Its long tests; see test/support/lengths.ts.
import "./demo-speech.test.ts";
