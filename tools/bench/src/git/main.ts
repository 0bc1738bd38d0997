// git: our server and a peer on large repositories, as multiples of what git itself needs.
import { basename } from 'node:path';
import { compare } from '../comparison/comparison.ts';
import { describePeer } from '../comparison/lanes.ts';
import { parseOptions } from '../comparison/options.ts';
import { raw } from '../comparison/row.ts';
import { gitVersion } from './git.ts';
import { cyanheads, lanesFor } from './lanes.ts';
import { rowsFor } from './rows.ts';
import { makeWorld } from './world.ts';

const options = parseOptions();
using world = makeWorld(options.repo);
for (const repository of world.repositories) {
  const title = `${repository.title}; ${gitVersion}; ${describePeer(cyanheads)}`;
  const [lanes, rows] = [lanesFor(repository.directory), rowsFor(repository)];
  await compare({ name: `git-${basename(repository.directory)}`, title, lanes, base: raw, rows }, options);
}
