// Stores: one of your own, and a tool that needs one.
// region own
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { NonceStore } from '@mcp/runtime';

/** Stores nonces in a folder that several processes of one machine share: one empty file for each. */
export class FolderNonceStore implements NonceStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async use(nonce: string, ttlMs: number): Promise<boolean> {
    // Some file systems ignore letter case.
    const path = join(this.#folder, Buffer.from(nonce).toString('hex'));
    if (await create(path)) return true;
    const { mtimeMs } = await stat(path);
    if (mtimeMs + ttlMs > Date.now()) return false;
    await rm(path, { force: true });
    return create(path);
  }
}

/** Creates a file. Returns false if it exists: of several processes, only one succeeds. */
async function create(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
// endregion
