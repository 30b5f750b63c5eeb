import loadPffft from "@echogarden/pffft-wasm/simd";

const [REAL, FORWARD, BACKWARD] = [0, 0, 1];
const MIN_SIZE = 32;

/**
 * The memory in which PFFFT (WebAssembly, SIMD, 32-bit floats) transforms real sequences of one length, shared by all
 * transforms of that length.
 */
export interface FourierWorkspace {
  /** Input of `forward` and output of `inverse`. */
  readonly samples: Float32Array<ArrayBuffer>;
  /** The real bins 0 and size / 2, then the real and imaginary part of each bin between them. */
  readonly spectrum: Float32Array<ArrayBuffer>;
  /** Transforms `samples` to `spectrum`, with the kernel e^(-iωt) and no scaling. */
  forward(): void;
  /** Transforms `spectrum` to `samples`: the inverse of `forward`, times `size`. */
  inverse(): void;
}

const pffft = await loadPffft();
const workspaces = new Map<number, FourierWorkspace>();

/** Returns the workspace of a length; throws RangeError unless it is a power of two from 32 on. */
export function fourierWorkspace(size: number): FourierWorkspace {
  let workspace = workspaces.get(size);
  if (workspace === undefined) {
    workspace = newWorkspace(size);
    workspaces.set(size, workspace);
  }
  return workspace;
}

function newWorkspace(size: number): FourierWorkspace {
  if (size < MIN_SIZE || !Number.isInteger(Math.log2(size))) {
    throw new RangeError(`a transform of ${size} samples: takes a power of two from ${MIN_SIZE}`);
  }
  const setup = pffft._pffft_new_setup(size, REAL);
  const allocate = () => pffft._pffft_aligned_malloc(size * Float32Array.BYTES_PER_ELEMENT);
  const [samples, spectrum, work] = [allocate(), allocate(), allocate()];
  const floats = (place: number) => new Float32Array(pffft.HEAPU8.buffer, place, size);
  return {
    samples: floats(samples),
    spectrum: floats(spectrum),
    forward: () => pffft._pffft_transform_ordered(setup, samples, spectrum, work, FORWARD),
    inverse: () => pffft._pffft_transform_ordered(setup, spectrum, samples, work, BACKWARD),
  };
}
