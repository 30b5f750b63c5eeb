// Its long tests; see test/support/lengths.ts.
import "./sherpa-models.test.ts";
