// A folder for one command: files that it is given, or objects that a read makes, such as the tree of a merge that is only
// tried. It is gone afterwards.
import { mkdtempSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { privateFolder } from './private-folder.ts';

/** The folder, until it is disposed of. */
export interface Scratch extends Disposable {
  readonly path: string;
}

/** Makes it. */
export const makeScratch = (): Scratch => {
  const path = mkdtempSync(join(privateFolder(), 'scratch-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
};

/** The variables by which new objects go into a folder, beside those of the repository, which are only read. */
export const toObjectVariables = (folder: string, commonDir: string): NodeJS.ProcessEnv => ({
  GIT_OBJECT_DIRECTORY: folder,
  GIT_ALTERNATE_OBJECT_DIRECTORIES: toListed(join(commonDir, 'objects')),
});

// Quoted as in C, where the separator of the list is in the path.
const toListed = (path: string): string =>
  path.includes(delimiter) || path.startsWith('"') ? `"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"` : path;
