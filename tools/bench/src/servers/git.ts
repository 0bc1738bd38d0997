// The rows: what each server is asked, and the command of git that shows the same.
import type { Row, RowAim } from '../comparison/row.ts';
import { ours, raw } from '../comparison/row.ts';
import type { Peer } from '../comparison/lanes.ts';
import type { Repository } from './git-repository.ts';

export const cyanheads: Peer = {
  name: 'git-mcp-server',
  package: '@cyanheads/git-mcp-server',
  script: 'dist/index.js',
};

const mostTimes = 1.25;
const mostMore = 4;

/** The time of git itself and a little more: what is over it, in milliseconds. */
const closeToGit: RowAim = {
  text: `at most ${mostMore} ms over ${mostTimes} × git`,
  most: mostMore,
  measured: (samples, row) => {
    const plain = samples.get(raw, row) ?? [];
    return samples.get(ours, row)?.map((ms, round) => ms - mostTimes * (plain[round] ?? Number.NaN));
  },
};

interface Question {
  /** The tool and arguments of ours. */
  readonly ours: readonly [tool: string, args: object];
  readonly peer: readonly [tool: string, args: object];
  readonly command: readonly string[];
  readonly expected: string;
}

/** All rows, in the order of the report. */
export function rowsFor(repository: Repository): readonly Row[] {
  const { directory, commit, base, changedFile, busiestFile, busiestCommit } = repository;
  const row = (name: string, calls: number, { command, expected, ...asks }: Question): Row => {
    const [tool, args] = asks.ours;
    const [peerTool, peerArgs] = asks.peer;
    return {
      name,
      calls,
      asks: {
        [ours]: { tool, args: () => args, expected },
        [cyanheads.name]: { tool: peerTool, args: () => ({ path: directory, ...peerArgs }), expected },
      },
      raw: ['git', '-C', directory, '--no-pager', ...command],
      aims: [closeToGit],
    };
  };
  const log = (count: number): Row =>
    row(`log ${count}`, 2, {
      ours: ['git_log', { max_count: count }],
      peer: ['git_log', { maxCount: count }],
      command: ['log', '-n', `${count}`, '--decorate'],
      expected: commit,
    });
  return [
    row('status', 2, {
      ours: ['git_status', {}],
      peer: ['git_status', {}],
      command: ['status', '--short', '--branch'],
      expected: changedFile,
    }),
    log(50),
    log(500),
    row('diff of the files', 2, {
      ours: ['git_diff_unstaged', {}],
      peer: ['git_diff', {}],
      command: ['diff'],
      expected: 'a line that was added',
    }),
    row('diff of 20 commits', 2, {
      ours: ['git_diff', { target: 'HEAD', base }],
      peer: ['git_diff', { target: 'HEAD', source: base }],
      command: ['diff', base, 'HEAD'],
      expected: '@@ ',
    }),
    row('show a commit', 2, {
      ours: ['git_show', { revision: commit }],
      peer: ['git_show', { object: commit }],
      command: ['show', commit],
      expected: commit,
    }),
    row('blame', 1, {
      ours: ['git_blame', { path: busiestFile }],
      peer: ['git_blame', { filePath: busiestFile }],
      command: ['blame', '--date=short', '--', busiestFile],
      expected: busiestCommit,
    }),
  ];
}
