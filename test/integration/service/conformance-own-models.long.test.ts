// Its long tests; see test/support/lengths.ts.
import "./conformance-own-models.test.ts";
