declare module "@echogarden/pffft-wasm/simd" {
  /** PFFFT as its header describes it; pointers are byte offsets in `HEAPU8`. */
  export interface Pffft {
    readonly HEAPU8: Uint8Array<ArrayBuffer>;
    _pffft_aligned_malloc(bytes: number): number;
    _pffft_new_setup(size: number, transform: number): number;
    _pffft_transform_ordered(
      setup: number,
      input: number,
      output: number,
      work: number,
      direction: number,
    ): void;
  }
  export default function load(): Promise<Pffft>;
}
