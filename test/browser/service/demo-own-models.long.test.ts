// Its long tests; see test/support/lengths.ts.
import "./demo-own-models.test.ts";
