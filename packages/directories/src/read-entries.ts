// Directory entries by the bytes of their names, on every JavaScript runtime.
import { lstatSync, readdirSync, type Dirent, type PathLike } from 'node:fs';
import { sep } from 'node:path';

/** An entry. Names are bytes, because some are not UTF-8. */
export type Entry = Pick<Dirent<Buffer>, 'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink' | 'isSocket'>;

/** @throws as `readdir`. */
export const readEntries = (directory: PathLike): Entry[] => {
  const entries: (Dirent<Buffer> | Buffer)[] = readdirSync(directory, {
    withFileTypes: true,
    encoding: 'buffer',
  });
  // Bun returns only names.
  return entries.map((entry) => (entry instanceof Uint8Array ? toEntry(directory, entry) : entry));
};

const toEntry = (directory: PathLike, name: Buffer): Entry => {
  const parent = directory instanceof Uint8Array ? directory : Buffer.from(directory.toString());
  const path = Buffer.concat([parent, Buffer.from(sep), name]);
  return Object.assign(lstatSync(path), { name });
};
