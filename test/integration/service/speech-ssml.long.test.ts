// Its long tests; see test/support/lengths.ts.
import "./speech-ssml.test.ts";
