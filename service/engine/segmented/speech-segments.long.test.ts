// Its long tests; see test/support/lengths.ts.
import "./speech-segments.slow.test.ts";
