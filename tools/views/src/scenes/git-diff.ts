// Changes of a file, side by side, in the git server.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scene } from '../scene.ts';
import { git } from './repository.ts';

const BEFORE = [
  'export interface Options {',
  '  readonly timeout: number;',
  '  readonly retries: number;',
  '}',
  '',
  '/** Fetches a page and returns its text. */',
  'export const load = async (url: string, options: Options): Promise<string> => {',
  '  const response = await fetch(url, { signal: AbortSignal.timeout(options.timeout) });',
  '  return response.text();',
  '};',
];
const AFTER = BEFORE.toSpliced(1, 1, '  readonly timeoutMs: number;').toSpliced(
  7,
  2,
  '  const response = await fetch(url, { signal: AbortSignal.timeout(options.timeoutMs) });',
  '  if (!response.ok) throw new Error(`${url} answers ${response.status}`);',
  '  return response.text();',
);

export const gitDiff: Scene = {
  server: 'git',
  view: 'diff',
  title: 'Changes of a file, side by side',
  tool: 'git_diff',
  args: {},
  prepare: (folder) => {
    const file = join(folder, 'load.ts');
    git(folder, 'init', '--quiet');
    writeFileSync(file, `${BEFORE.join('\n')}\n`);
    git(folder, 'add', 'load.ts');
    git(folder, 'commit', '--quiet', '--message', 'Load pages');
    writeFileSync(file, `${AFTER.join('\n')}\n`);
    return { args: [folder] };
  },
  act: (view) => view.locator('del').first().waitFor(),
};
