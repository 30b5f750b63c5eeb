// Its long tests; see test/support/lengths.ts.
import "./sign-in.test.ts";
