// git_remotes: the remotes and their addresses, without the passwords that may be in them.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { toRevision } from '../git/argument.ts';
import { remoteIcon } from '../icons.ts';
import { splitRecords } from '../output/records.ts';
import type { Repositories } from '../repositories.ts';
import { READS, repoPath } from './arguments.ts';

/** Only what the repository itself says, as it says it: without the rewriting that the operator may have set. */
const REMOTE_URLS = toRevision(String.raw`^remote\..*\.(url|pushurl)$`, 'remotes');

const output = {
  type: 'object',
  properties: {
    remotes: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, fetch: { type: 'string' }, push: { type: 'string' } },
      },
    },
  },
  required: ['remotes'],
} as const;

export const gitRemotes = (repositories: Repositories) =>
  defineTool({
    name: 'git_remotes',
    title: 'Remotes',
    description: 'Lists remotes and their URLs. Passwords in them are left out.',
    icons: remoteIcon,
    annotations: READS,
    input: { type: 'object', properties: { repo_path: repoPath }, additionalProperties: false },
    output,
    async run({ repo_path: place }, ctx) {
      const repository = await repositories.open(place, ctx);
      const command = {
        name: 'config',
        options: ['--local', '-z', '--get-regexp'],
        operands: [REMOTE_URLS],
      } as const;
      const { text: listed } = await repository.read({ command, signal: ctx.signal, answers: [1] });
      const remotes = toRemotes(splitRecords(listed));
      const lines = remotes.flatMap(({ name, fetch, push }) => [
        `${name}\t${fetch} (fetch)`,
        `${name}\t${push} (push)`,
      ]);
      return new ToolResult({ content: [text(lines.join('\n') || 'No remotes')], structured: { remotes } });
    },
  });

const toRemotes = (records: readonly string[]) => {
  const urls = new Map<string, { url?: string; pushurl?: string }>();
  for (const record of records) {
    const [key, value] = [record.slice(0, record.indexOf('\n')), record.slice(record.indexOf('\n') + 1)];
    const name = key.slice('remote.'.length, key.lastIndexOf('.'));
    const known = urls.get(name) ?? {};
    if (key.endsWith('.pushurl')) known.pushurl ??= withoutPassword(value);
    else known.url ??= withoutPassword(value);
    urls.set(name, known);
  }
  return [...urls].map(([name, { url = '', pushurl = url }]) => ({ name, fetch: url, push: pushurl }));
};

// A name alone may be a token too.
const withoutPassword = (url: string): string => url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1***@');
