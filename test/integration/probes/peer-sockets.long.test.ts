// Its long tests; see test/support/lengths.ts.
import "./peer-sockets.test.ts";
