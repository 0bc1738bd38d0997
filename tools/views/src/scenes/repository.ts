// git, for the repositories of scenes: the same author and the same dates each time, and nothing of the user's
// configuration.
import { execFileSync } from 'node:child_process';

const DATE = '2026-03-02T09:00:00Z';

/** Runs git in this folder and returns what it prints. */
export const git = (folder: string, ...args: readonly string[]): string => gitAt(folder, DATE, ...args);

/** The same, with another date for the commit that it makes. */
export const gitAt = (folder: string, date: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'init.defaultBranch=main', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    },
  });
