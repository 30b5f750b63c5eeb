// Its long tests; see test/support/lengths.ts.
import "./pictures.slow.test.ts";
