// What an assistant asks about a repository, and how: with our tools and with those of a peer.
import { ourLane, peerLane } from '../comparison/lanes.ts';
import { type Ask, type Subject, type TaskRow, toTasks } from '../tokens/subject.ts';
import { cyanheads } from './git.ts';
import { makeSmallWorld, type Repository } from './git-repository.ts';

function rowsFor({ directory, commit, base, changedFile, busiestFile }: Repository): readonly TaskRow[] {
  const short = commit.slice(0, 7);
  const row = (title: string, expected: string, mine: Ask, [tool, args]: Ask): TaskRow => [
    title,
    expected,
    [mine],
    [[tool, { path: directory, ...args }]],
  ];
  const log = (count: number): TaskRow =>
    row(
      `The last ${count} commits`,
      short,
      ['git_log', { max_count: count }],
      ['git_log', { maxCount: count }],
    );
  return [
    row('What has changed', changedFile, ['git_status', {}], ['git_status', {}]),
    row('The changes in 15 files', 'a line that was added', ['git_diff', {}], ['git_diff', {}]),
    log(10),
    log(50),
    row(
      'One commit with its changes',
      short,
      ['git_show', { revision: commit }],
      ['git_show', { object: commit }],
    ),
    row(
      'The files that 20 commits changed',
      'src/part-',
      ['git_diff', { base, target: 'HEAD', name_only: true }],
      ['git_diff', { source: base, target: 'HEAD', nameOnly: true }],
    ),
    // The peer answers with two of these lines.
    [
      'Who changed 24 lines',
      'value723',
      [['git_blame', { path: busiestFile, start_line: 701, end_line: 724 }]],
      [],
    ],
    row('The branches', 'main', ['git_branch', {}], ['git_branch', { mode: 'list' }]),
  ];
}

/** Works on a repository with a short history. */
export async function openGit(): Promise<Subject> {
  const world = makeSmallWorld();
  return {
    name: 'git',
    peer: cyanheads,
    lanes: [ourLane('git', ['--repository', world.directory]), peerLane(cyanheads, [])],
    tasks: toTasks(cyanheads, rowsFor(world)),
    [Symbol.asyncDispose]: async () => world[Symbol.dispose](),
  };
}
