import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A directory of its own that goes with everything in it when disposed. */
export interface TemporaryDirectory extends AsyncDisposable {
  readonly path: string;
}

/** Makes an empty directory under the system's temporary one. */
export async function temporaryDirectory(purpose = "test"): Promise<TemporaryDirectory> {
  const path = await mkdtemp(join(tmpdir(), `speech-${purpose}-`));
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}
