// Its long tests; see test/support/lengths.ts.
import "./harmonic-noise-synthesizer.slow.test.ts";
