// Things to ask about a repository.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Things } from './thing.ts';

const DAY = 86_400_000;

const prepare = (folder: string): void => {
  const git = (author: string, at: number, ...args: readonly string[]): void => {
    const date = new Date(at).toISOString();
    const env = { HOME: folder, PATH: process.env['PATH'], GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const who = ['-c', `user.name=${author}`, '-c', `user.email=${author}@example.org`];
    execFileSync('git', [...who, ...args], { cwd: folder, env, stdio: 'pipe' });
  };
  const commit = (author: string, at: number, content: string, message: string): void => {
    writeFileSync(join(folder, 'greet.txt'), content);
    git(author, at, 'add', 'greet.txt');
    git(author, at, 'commit', '--quiet', '-m', message);
  };
  const now = Date.now();
  git('Ann', now, 'init', '--quiet', '--initial-branch=main');
  git('Ann', now, 'config', 'user.name', 'Ann');
  git('Ann', now, 'config', 'user.email', 'ann@example.org');
  commit('Ann', now - 7 * DAY, 'Hello\n', 'Greet');
  commit('Ann', now - 7 * DAY, 'Hello!\n', 'Greet louder');
  commit('Bob', now - 7 * DAY, 'Hello!\nGoodbye\n', 'Part too\n\nGuests asked for it.');
  git('Ann', now, 'checkout', '--quiet', '-b', 'polite');
  commit('Ann', now, 'Good day\nGoodbye\n', 'Say good day');
  writeFileSync(join(folder, 'greet.txt'), 'Good day\nFarewell\n');
};

export const git: Things = {
  title: 'Your repository',
  server: 'git',
  args: ['--repository', '.'],
  prepare,
  things: [
    {
      say: 'What changed last week, and by whom?',
      habit: [['git_log', { since: '1 week ago' }, /Greet louder/]],
      calls: [
        [
          'git_log',
          { start_timestamp: 'last week', end_timestamp: 'last week', summary: 'author' },
          /(?<=:\n)2\tAnn\n1\tBob$/,
        ],
      ],
    },
    {
      say: 'What did I do today?',
      habit: [['git_log', { since: 'today', author: 'Ann' }, /Say good day/]],
      calls: [['git_log', { start_timestamp: 'today', author: 'Ann', oneline: true }, /Say good day/]],
    },
    {
      say: 'Who wrote this line, and why?',
      habit: [
        ['git_blame', { file_path: 'greet.txt', line_start: 2, line_end: 2, revision: 'main' }, /Bob/],
        ['git_show', { commit: 'main' }, /Guests asked for it\./],
      ],
      calls: [
        ['git_blame', { path: 'greet.txt', start_line: 2, end_line: 2, revision: 'main' }, /Bob/],
        ['git_show', { revision: 'main' }, /Guests asked for it\./],
      ],
    },
    {
      say: 'Review this branch.',
      habit: [['git_diff', { base: 'main', head: 'HEAD' }, /Good day/]],
      calls: [['git_review', { base: 'main' }, /1 files? changed.*|It merges .*/g]],
    },
    {
      say: 'Commit everything with a good message.',
      habit: [
        ['git_status', {}, /greet\.txt/],
        ['git_diff', {}, /-Goodbye\n\+Farewell/],
        ['git_add', { files: ['.'] }, /greet\.txt/],
        ['git_commit', { message: 'Say farewell' }, /1 file changed.*/],
      ],
      calls: [
        ['git_diff', {}, /-Goodbye\n\+Farewell/],
        ['git_commit', { files: ['.'], message: 'Say farewell' }, /1 file changed.*/],
      ],
    },
    {
      say: 'Undo my last commit, and keep the changes.',
      habit: [['git_reset', { commit: 'HEAD~1', mode: 'soft' }, /Removed from the branch/]],
      calls: [['git_reset', { revision: 'HEAD~1', mode: 'soft' }, /Removed from the branch/]],
    },
  ],
};
