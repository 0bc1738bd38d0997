// git: our server and a peer on large repositories, as multiples of what git itself needs.
import { basename } from 'node:path';
import { compare } from '../comparison/comparison.ts';
import { describePeer, ourLane, peerLane } from '../comparison/lanes.ts';
import { raw } from '../comparison/row.ts';
import type { Options } from '../options.ts';
import type { Section } from '../report/section.ts';
import { git } from './git-history.ts';
import { cyanheads, rowsFor } from './git.ts';
import { makeWorld } from './git-repository.ts';

/** One section for each repository. */
export async function measureGit(options: Options): Promise<readonly Section[]> {
  using world = makeWorld(options.repo);
  const sections: Section[] = [];
  for (const repository of world.repositories) {
    const { directory } = repository;
    const lanes = [ourLane('git', ['--repository', directory]), peerLane(cyanheads, [])];
    const title = `${repository.title}; ${git('.', '--version')}; ${describePeer(cyanheads)}`;
    const name = `git-${basename(directory)}`;
    sections.push(await compare({ name, title, lanes, base: raw, rows: rowsFor(repository) }, options));
  }
  return sections;
}
