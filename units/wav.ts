/** Bytes of a WAV file before its first chunk: RIFF, a size, WAVE. */
export const RIFF_HEADER_BYTES = 12;
/** Bytes of a chunk before its content: a name of four letters, and the bytes of the content. */
export const CHUNK_HEADER_BYTES = 8;
/** Bytes of the shortest header of a WAV file: that of RIFF, a format of 16 bytes, and the header of the samples. */
export const WAV_HEADER_BYTES = 44;
/** Stands for the size of a file that is still being written; it is also the largest size that fits. */
export const UNKNOWN_SIZE = 0xffff_ffff;
