// Its long tests; see test/support/lengths.ts.
import "./demo-microphone.test.ts";
