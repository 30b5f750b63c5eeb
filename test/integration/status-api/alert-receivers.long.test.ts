// The long tests of the other file too; see test/support/lengths.ts.
import "./alert-receivers.test.ts";
