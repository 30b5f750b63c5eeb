// Its long tests; see test/support/lengths.ts.
import "./separate-channels.test.ts";
