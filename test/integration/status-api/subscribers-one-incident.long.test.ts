// The long tests of the other file; see test/support/lengths.ts.
import "./subscribers-one-incident.test.ts";
