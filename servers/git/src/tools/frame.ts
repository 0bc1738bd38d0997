// Frame: opens the repository of a call and passes it to the tool.
import type { Context, FromSchema, Tool } from '@mcp/runtime';
import type { Stake } from '@mcp/command-line';
import type { Answer } from '../answer.ts';
import { toStake, type Act } from '../confirm.ts';
import type { Repositories, Repository } from '../repositories.ts';
import { repoPath } from './shared.ts';

/** A tool of this server. Its answer reaches the client only through `answering`. */
export interface GitTool extends Omit<Tool, 'run'> {
  /** Says what a call can lose. Default: the title of the tool. */
  stakeOf?(this: void, args: unknown): Stake | undefined;
  /** Set if a call can name its repository. */
  readonly takesPlace?: true;
  run(this: void, args: unknown, ctx: Context): Promise<Answer>;
}

/** Defines a tool for the repositories of a server. */
export type Define = (repositories: Repositories) => GitTool;

interface Properties {
  readonly [argument: string]: { readonly description: string };
}

type Aliases = NonNullable<Tool['aliases']>;

type Arguments<P, R> = FromSchema<{ readonly type: 'object'; readonly properties: P; readonly required: R }>;

/** The description of a tool. */
export type Described = Omit<GitTool, 'inputSchema' | 'run' | 'stakeOf' | 'takesPlace'>;

interface Options<P, R, A> extends Described {
  /** Arguments besides `repo_path`, and the required ones. */
  readonly properties?: P;
  readonly required?: R;
  /** Refuses bare repositories. */
  readonly needsFiles?: boolean;
  /** Tells the user what a call can lose; false if nothing. */
  readonly stake?: Act<A>;
  /** Does the work. The repository is closed afterwards. */
  run(this: void, repository: Repository, args: A, ctx: Context): Promise<Answer>;
}

/** Argument names that models know from other servers. */
const HABITS: { readonly [argument: string]: readonly string[] } = {
  repo_path: ['repo', 'repository', 'directory'],
  revision: ['commit', 'ref', 'hash', 'target', 'branch', 'branch_name'],
  target: ['head', 'revision', 'commit', 'ref', 'branch', 'branch_name'],
  ref: ['revision', 'commit', 'branch', 'branch_name'],
  path: ['file', 'file_path'],
  paths: ['files', 'file', 'path'],
  files: ['paths', 'file', 'path'],
  branch_name: ['branch', 'name'],
  base_branch: ['base', 'from', 'start_point', 'ref'],
  tag_name: ['tag', 'name'],
  limit: ['max_count', 'count', 'n'],
  message: ['msg'],
  context_lines: ['context'],
};

const aliasesOf = (properties: object): Aliases => {
  const known = Object.keys(properties);
  const pairs = known.flatMap((name) => (HABITS[name] ?? []).map((alias) => [alias, name] as const));
  return Object.fromEntries(pairs.filter(([alias]) => !known.includes(alias)));
};

/** The same tool under a name that models know. It can be called and is not listed. */
export const otherName =
  (name: string, define: Define): Define =>
  (repositories) => {
    const tool = define(repositories);
    return { ...tool, name, aliasOf: tool.name, listed: false };
  };

/** Defines a tool that works in one repository: `repo_path` is added to its arguments. */
export const gitTool =
  <const P extends Properties, const R extends readonly string[] = []>({
    properties,
    required,
    needsFiles = false,
    stake,
    run,
    ...tool
  }: Options<P, R, Arguments<P, R>>): Define =>
  (repositories) => ({
    ...tool,
    takesPlace: true,
    aliases: { ...aliasesOf({ repo_path: repoPath, ...properties }), ...tool.aliases },
    inputSchema: {
      type: 'object',
      properties: { repo_path: repoPath, ...properties },
      ...(required && { required }),
      additionalProperties: false,
    },
    ...(stake && { stakeOf: toStake(stake) }),
    async run(args: Arguments<P, R> & { readonly repo_path?: string }, ctx) {
      await using repository = await repositories.for(ctx).open(args.repo_path);
      if (needsFiles) repository.requireWorkTree();
      return await run(repository, args, ctx);
    },
  });
