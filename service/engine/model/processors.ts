import { existsSync, readFileSync } from "node:fs";

/** Linux's description of the processors. */
const DESCRIPTION = "/proc/cpuinfo";

/** Files that a model process reads to know the processors; none on other systems than Linux. */
export const PROCESSOR_FILES: readonly string[] = existsSync(DESCRIPTION) ? [DESCRIPTION] : [];

/**
 * Whether sums of products of signed and unsigned bytes may overflow: on x86 without instructions for neural networks they
 * are added up in 16 bits.
 */
export function mayOverflowInBytes(): boolean {
  return process.arch === "x64" && !hasNeuralInstructions(readDescription());
}

/** Tells whether x86 processors that Linux describes so have instructions that add products of bytes up in 32 bits. */
export function hasNeuralInstructions(description: string): boolean {
  return /^flags\s*:.*\bavx(?:512)?_vnni\b/mu.test(description);
}

/** Returns an empty text where nothing describes the processors. */
function readDescription(): string {
  try {
    return readFileSync(DESCRIPTION, "utf8");
  } catch {
    return "";
  }
}
