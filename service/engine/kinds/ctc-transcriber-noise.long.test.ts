// Its long tests; see test/support/lengths.ts.
import "./ctc-transcriber-noise.slow.test.ts";
