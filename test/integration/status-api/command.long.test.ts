// Its long tests; see test/support/lengths.ts.
import "./command.test.ts";
