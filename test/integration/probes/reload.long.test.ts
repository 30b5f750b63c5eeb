// The long tests of the other file; see test/support/lengths.ts.
import "./reload.test.ts";
