// git_clone: makes a repository from a remote, in an allowed directory (features: progress, cancellation).
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { toBranchName, toRevision, type Option } from '../repository/arguments.ts';
import { remoteIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';

const input = {
  type: 'object',
  properties: {
    url: { type: 'string', description: 'https://…, ssh://…, user@host:path or an allowed path.' },
    path: { type: 'string', description: 'A new directory inside the allowed ones, in no repository.' },
    branch: { type: 'string', description: 'Check this branch or tag out.' },
    depth: { type: 'integer', minimum: 1, description: 'Cut the history off after so many commits.' },
    bare: { type: 'boolean', default: false, description: 'Without files to work on.' },
  },
  required: ['url', 'path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    url: { type: 'string', description: 'Without a password.' },
    branch: { type: 'string' },
    hash: { type: 'string', description: 'Absent when it has no commit.' },
    bare: { type: 'boolean' },
  },
  required: ['path', 'url', 'bare'],
} as const;

export const gitClone = (repositories: Repositories) =>
  defineTool({
    name: 'git_clone',
    title: 'Clone',
    description: 'Makes a copy of a remote repository. Submodules are left empty.',
    icons: remoteIcon,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    inputSchema: input,
    outputSchema: output,
    async run({ url, path, branch: start, depth, bare }, ctx) {
      const options: Option[] = [
        ...(start === undefined ? [] : ([`--branch=${toBranchName(start, 'branch')}`] as const)),
        ...(depth === undefined ? [] : ([`--depth=${depth}`] as const)),
        ...(bare ? (['--bare'] as const) : []),
      ];
      const { url: shown, ...made } = await repositories.clone(url, path, options, ctx);
      const repository = await repositories.open(made.path, ctx);
      const { branch } = repository.head();
      const command = {
        name: 'rev-parse',
        options: ['--verify', '--quiet'],
        operands: [toRevision('HEAD', 'HEAD')],
      } as const;
      const { text: hash } = await repository.read({ command, signal: ctx.signal, answers: [1] });
      return new ToolResult({
        content: [text(`Cloned ${shown} into ${made.path}`)],
        structuredContent: {
          path: made.path,
          url: shown,
          ...(branch === undefined ? {} : { branch }),
          ...(hash === '' ? {} : { hash: hash.trim() }),
          bare,
        },
      });
    },
  });
