/** One order of the n-gram: entries by ascending key. */
interface Order {
  readonly keys: Uint32Array;
  /** Negative natural logarithms of probabilities, in thousandths of a nat, as are the back-off weights. */
  readonly costs: Uint16Array;
  readonly backOffs: Uint16Array;
}

/** Unit of costs in files of n-grams, for letters as for words. */
export const COSTS_PER_NAT = 1000;

const BITS_PER_TOKEN = 5;
const TOKENS = 2 ** BITS_PER_TOKEN;
/** Number of contexts in the cache, a power of two. */
const REMEMBERED = 2 ** 12;
/** Multiplier of the hash that spreads contexts over the cache: 2^32 divided by the golden ratio. */
const SPREAD = 0x9e3779b1;

/**
 * A letter n-gram model with back-off. A context is the packed key of the tokens before, five bits each, the newest in the
 * lowest bits. The file format is described in the training's letter_model.py.
 */
export class LetterModel {
  /** The context at the start of a text. */
  readonly begin: number;
  readonly #orders: readonly Order[];
  readonly #contextMask: number;
  /** Cache of log-probabilities for recent contexts, NaN where not looked up yet; the same contexts recur in speech. */
  readonly #remembered = new Float64Array(REMEMBERED * TOKENS);
  readonly #rememberedContexts = new Float64Array(REMEMBERED).fill(-1);

  /** @param space the token that separates words; a text begins like a word */
  constructor(file: Uint8Array, space: number) {
    this.#orders = ordersOf(file);
    this.#contextMask = 2 ** (BITS_PER_TOKEN * (this.#orders.length - 1)) - 1;
    this.begin = space;
  }

  /** Returns the context after one more token. */
  after(context: number, token: number): number {
    return (((context << BITS_PER_TOKEN) | token) & this.#contextMask) >>> 0;
  }

  /** Returns the natural logarithm of a token's probability after a context. */
  logProbability(context: number, token: number): number {
    const place = Math.imul(context, SPREAD) >>> (32 - Math.log2(REMEMBERED));
    const row = place * TOKENS;
    if (this.#rememberedContexts[place] !== context) {
      this.#rememberedContexts[place] = context;
      this.#remembered.fill(Number.NaN, row, row + TOKENS);
    }
    const known = this.#remembered[row + token]!;
    if (!Number.isNaN(known)) return known;
    return (this.#remembered[row + token] = this.#lookUp(context, token));
  }

  #lookUp(context: number, token: number): number {
    let cost = 0;
    for (let length = this.#orders.length - 1; length >= 0; length -= 1) {
      const history = lowTokens(context, length);
      if (length > 0 && history >>> (BITS_PER_TOKEN * (length - 1)) === 0) continue;
      const order = this.#orders[length]!;
      const entry = indexOf(order.keys, ((history << BITS_PER_TOKEN) | token) >>> 0);
      if (entry >= 0) return -(cost + order.costs[entry]!) / COSTS_PER_NAT;
      cost += this.#backOffCost(history, length);
    }
    return -(cost + COSTS_PER_NAT * Math.log(TOKENS)) / COSTS_PER_NAT;
  }

  #backOffCost(history: number, length: number): number {
    const order = this.#orders[length - 1];
    if (order === undefined) return 0;
    const entry = indexOf(order.keys, history);
    return entry < 0 ? 0 : order.backOffs[entry]!;
  }
}

function lowTokens(key: number, count: number): number {
  return key & (2 ** (BITS_PER_TOKEN * count) - 1);
}

function indexOf(keys: Uint32Array, key: number): number {
  let low = 0;
  let high = keys.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = keys[middle]!;
    if (found === key) return middle;
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function ordersOf(file: Uint8Array): Order[] {
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
  const view = new DataView(bytes);
  const orders: Order[] = [];
  let at = 0;
  while (at < bytes.byteLength) {
    const count = view.getUint32(at, true);
    const keys = new Uint32Array(bytes, at + 4, count);
    const costs = new Uint16Array(bytes, at + 4 + 4 * count, count);
    const backOffs = new Uint16Array(bytes, at + 4 + 6 * count, count);
    orders.push({ keys, costs, backOffs });
    at += 4 + 8 * count;
  }
  return orders;
}
