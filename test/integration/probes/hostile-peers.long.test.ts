// Its long tests; see test/support/lengths.ts.
import "./hostile-peers.test.ts";
