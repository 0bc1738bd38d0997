// Git for the repositories of scenes: fixed author and dates, and no configuration of the user.
import { execFileSync } from 'node:child_process';

const DATE = '2026-03-02T09:00:00Z';

/** Runs git in this folder and returns its output. */
export const git = (folder: string, ...args: readonly string[]): string => gitAt(folder, DATE, ...args);

/** Does the same with another date for the commit. */
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
