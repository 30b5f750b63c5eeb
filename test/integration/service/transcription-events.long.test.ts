// Its long tests; see test/support/lengths.ts.
import "./transcription-events.test.ts";
