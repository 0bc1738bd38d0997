// Objects that a read makes, such as the tree of a merge that is only tried: in a folder of their own, gone afterwards.
import { mkdtempSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { privateFolder } from './private-folder.ts';

/** Gives git a folder for new objects, beside those of the repository, which it only reads. */
export const scratchObjects = (env: NodeJS.ProcessEnv, commonDir: string): Disposable => {
  const folder = mkdtempSync(join(privateFolder(), 'objects-'));
  env['GIT_OBJECT_DIRECTORY'] = folder;
  env['GIT_ALTERNATE_OBJECT_DIRECTORIES'] = toListed(join(commonDir, 'objects'));
  return { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
};

// Quoted as in C, where the separator of the list is in the path.
const toListed = (path: string): string =>
  path.includes(delimiter) || path.startsWith('"') ? `"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"` : path;
