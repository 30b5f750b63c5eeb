// Its long tests; see test/support/lengths.ts.
import "./ctc-transcriber-long-audio.slow.test.ts";
