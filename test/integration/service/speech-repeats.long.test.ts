// Its long tests; see test/support/lengths.ts.
import "./speech-repeats.test.ts";
