// Its long tests; see test/support/lengths.ts.
import "./whole-machine.test.ts";
