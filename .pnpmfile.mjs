// What is packed and published: manifests without what only this repository uses, and with the place where it is once it has one. npm
// compares that with the place where a package was built.
import { readFileSync } from 'node:fs';

const decided = readFileSync(new URL('tools/release/publication.json', import.meta.url), 'utf8');
const { repository } = JSON.parse(decided);
const place = repository === null ? {} : { repository: { type: 'git', url: `git+${repository}.git` } };

export const hooks = {
  beforePacking: ({ scripts: _scripts, devDependencies: _devDependencies, ...manifest }) => ({
    ...manifest,
    ...place,
  }),
};
