// Stores: one of your own, and a tool that needs one.
// region own
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { NonceStore } from '@mcp/runtime';

/** Remembers in a folder that several processes of one machine share: one empty file for each nonce. */
export class FolderNonceStore implements NonceStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async use(nonce: string, ttlMs: number): Promise<boolean> {
    // Not every file system tells upper case from lower case.
    const path = join(this.#folder, Buffer.from(nonce).toString('hex'));
    if (await create(path)) return true;
    const { mtimeMs } = await stat(path);
    if (mtimeMs + ttlMs > Date.now()) return false;
    await rm(path, { force: true });
    return create(path);
  }
}

/** Of several processes that create a file the system lets one be the first. */
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
