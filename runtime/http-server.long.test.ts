// The long tests of the other file; see test/support/lengths.ts.
import "./http-server.slow.test.ts";
