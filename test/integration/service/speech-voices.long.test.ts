// Its long tests; see test/support/lengths.ts.
import "./speech-voices.test.ts";
