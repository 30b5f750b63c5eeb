// Its long tests; see test/support/lengths.ts.
import "./deepgram-client.test.ts";
