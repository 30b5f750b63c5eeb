// Its long tests; see test/support/lengths.ts.
import "./speaker-groups.slow.test.ts";
