// Its long tests; see test/support/lengths.ts.
import "./voice-activity.slow.test.ts";
