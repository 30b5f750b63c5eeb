// Its long tests; see test/support/lengths.ts.
import "./speech-socket.test.ts";
