// What a server prints, taken from its sources. It takes itself for fetched by npx.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '@mcp/repo/src/workspace.ts';

const PROGRAM = join(import.meta.dirname, 'print-command-lines.ts');
const FETCHED = '/srv/_npx/0/main.ts';

/** Runs command lines, all in one process, and returns what each of them prints. */
export const printed = (id: string, commandLines: readonly (readonly string[])[]): string[] => {
  const main = join(root, 'servers', id, 'src/main.ts');
  const args = [PROGRAM, main, FETCHED, JSON.stringify(commandLines)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' })) as string[];
};

const WORDS = `
const { inWords } = await import(process.argv[1]);
process.stdout.write(JSON.stringify(JSON.parse(process.argv[2]).map((text) => inWords(text))));`;

/** The texts as a server says them under these settings. */
export const inWordsOf = (
  texts: readonly string[],
  settings: Readonly<Record<string, string>>,
): readonly string[] => {
  const file = join(root, 'packages/command-line/src/extension.ts');
  const args = ['--input-type=module', '--eval', WORDS, file, JSON.stringify(texts)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', env: settings })) as string[];
};

const helps = new Map<string, string>();

/** The help of a server, which is started once for all tests. */
export const helpOf = (id: string): string => {
  const known = helps.get(id) ?? printed(id, [['--help', 'all']])[0] ?? '';
  helps.set(id, known);
  return known;
};

/** The hosts that a server knows. */
export const hostsOf = (id: string): string[] => {
  const [, hosts = ''] = /--install <host>[^(]*\(([^)]*)\)/.exec(helpOf(id)) ?? [];
  return hosts.split('|').map((host) => host.trim());
};
