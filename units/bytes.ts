/** Bytes of a mebibyte, which texts call MB. */
export const MEBIBYTE = 1024 * 1024;
