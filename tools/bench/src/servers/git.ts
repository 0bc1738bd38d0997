// Git: our server, a peer, and git itself.
import { lanesOf, type Peer } from '../comparison/lanes.ts';
import { type Ask, command, type Question, type Row, type Subject } from '../comparison/subject.ts';
import type { Options } from '../options.ts';
import { makeFolder } from './folder.ts';
import { git } from './git-history.ts';
import { cloneGenerated, cloneRepository, type Repository } from './git-repository.ts';

const cyanheads: Peer = {
  name: 'git-mcp-server',
  package: '@cyanheads/git-mcp-server',
  script: 'dist/index.js',
};
const commits = 20_000;
const most = { times: 1.25, plusMs: 4 };

type Both = Required<Omit<Question, 'title'>>;

/** Returns the requests to both servers, by the name of the row. */
function asksFor({ directory, commit, changedFile }: Repository) {
  const ask = (expected: string, ours: Ask, [tool, args]: Ask): Both => ({
    expected,
    ours,
    peer: [tool, { path: directory, ...args }],
  });
  const short = commit.slice(0, 7);
  return {
    status: ask(changedFile, ['git_status', {}], ['git_status', {}]),
    log: (count: number) => ask(short, ['git_log', { limit: count }], ['git_log', { maxCount: count }]),
    show: ask(short, ['git_show', { revision: commit }], ['git_show', { object: commit }]),
    diff: ask('a line that was added', ['git_diff', {}], ['git_diff', {}]),
    branches: ask('main', ['git_branch', {}], ['git_branch', { mode: 'list' }]),
  };
}

function rowsFor(repository: Repository): readonly Row[] {
  const { status, log, show } = asksFor(repository);
  const row = (name: string, { expected, ours, peer }: Both, ...words: readonly string[]): Row => ({
    name,
    calls: 2,
    asks: {
      ours: { tool: ours[0], args: () => ours[1], expected },
      peer: { tool: peer[0], args: () => peer[1], expected },
      raw: command('git', '-C', repository.directory, '--no-pager', ...words),
    },
    most,
  });
  return [
    row('status', status, 'status', '--short', '--branch'),
    row('log 50', log(50), 'log', '-n', '50', '--decorate'),
    row('show a commit', show, 'show', repository.commit),
  ];
}

function questionsFor(repository: Repository): readonly Question[] {
  const { status, diff, log, show, branches } = asksFor(repository);
  return [
    { title: 'What has changed', ...status },
    { title: 'The changes in 15 files', ...diff },
    { title: 'The last 10 commits', ...log(10) },
    { title: 'The last 50 commits', ...log(50) },
    { title: 'One commit with its changes', ...show },
    { title: 'The branches', ...branches },
  ];
}

export async function openGit(options: Options): Promise<Subject> {
  const { root, remove } = makeFolder();
  const { repo } = options;
  const repository = repo === undefined ? await cloneGenerated(root, commits) : cloneRepository(root, repo);
  const { directory } = repository;
  const count = git(directory, 'rev-list', '--count', 'HEAD');
  const files = git(directory, 'ls-files').split('\n').length;
  return {
    name: 'git',
    peer: cyanheads.package,
    title: `${count} commits, ${files} files; ${git('.', '--version')}`,
    lanes: lanesOf('git', cyanheads, { ours: ['--repository', directory], peer: [] }, options),
    rows: rowsFor(repository),
    questions: questionsFor(repository),
    [Symbol.asyncDispose]: remove,
  };
}
