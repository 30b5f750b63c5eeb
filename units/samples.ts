/** Bytes of a sample in signed 16 bits. */
export const INT16_BYTES = 2;
/** Magnitude of a sample of -1 in signed 16 bits; the loudest sample above 0 is one less. */
export const INT16_FULL_SCALE = 32_768;
