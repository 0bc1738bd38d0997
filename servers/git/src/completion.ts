// Completion of repositories, refs and paths in templates and prompts (feature: completions).
import { ToolError, type Complete, type Context } from '@mcp/runtime';
import { toText, toToolError } from './answer.ts';
import { toRevision } from '@mcp/git';
import type { Repositories, Repository } from './repositories.ts';
import { splitLines, splitRecords } from './read/records.ts';

type Known = Parameters<Complete>[1];

// Whatever is not allowed has no completions, which is not an error.
const suggest = async (typed: string, find: () => Promise<readonly string[]>): Promise<string[]> => {
  try {
    return (await find()).filter((value) => value.startsWith(typed));
  } catch (error) {
    if (toToolError(error) instanceof ToolError) return [];
    throw error;
  }
};

/** Completes names of repositories. */
export const completeRepository =
  (repositories: Repositories): Complete =>
  (typed, _known, ctx) =>
    suggest(typed, () => repositories.for(ctx).names());

/** Completes HEAD, branches and tags of the repository in `repo`, newest first. */
export const completeRef =
  (repositories: Repositories): Complete =>
  (typed, known, ctx) =>
    suggest(typed, () => refsOf(repositories, known, ctx));

/** Completes a range like `main..topic`, one end after the other. */
export const completeRange =
  (repositories: Repositories): Complete =>
  (typed, known, ctx) => {
    const at = typed.indexOf('..');
    const start = at < 0 ? '' : typed.slice(0, typed[at + 2] === '.' ? at + 3 : at + 2);
    return suggest(typed, async () =>
      (await refsOf(repositories, known, ctx)).map((ref) => `${start}${ref}`),
    );
  };

/** Completes paths of the commit in `ref`, folder by folder. */
export const completeTreePath =
  (repositories: Repositories): Complete =>
  (typed, known, ctx) =>
    suggest(typed, async () => {
      await using repository = await openKnown(repositories, known, ctx);
      const folder = typed.slice(0, typed.lastIndexOf('/') + 1);
      const inner = folder === '' ? '' : repository.fromTop(folder);
      const tree = toRevision(`${known.arguments['ref'] ?? 'HEAD'}:${inner}`, 'ref');
      const operands = ['--end-of-options', tree] as const;
      const { text } = await repository.read({ name: 'ls-tree', options: ['-z'], operands });
      // `100644 blob 5626abf…`, a tab and the name.
      return splitRecords(toText(text)).map((record) => {
        const name = record.slice(record.indexOf('\t') + 1);
        return `${folder}${name}${/^\d+ tree /.test(record) ? '/' : ''}`;
      });
    });

const refsOf = async (repositories: Repositories, known: Known, ctx: Context): Promise<string[]> => {
  await using repository = await openKnown(repositories, known, ctx);
  const { text } = await repository.read({
    name: 'for-each-ref',
    options: ['--format=%(refname:short)', '--sort=-creatordate'],
    operands: ['refs/heads/', 'refs/tags/', 'refs/remotes/'].map((prefix) => toRevision(prefix, 'ref')),
  });
  return ['HEAD', ...splitLines(text)];
};

const openKnown = (repositories: Repositories, known: Known, ctx: Context): Promise<Repository> => {
  const { repo = '' } = known.arguments;
  return repo === '' ? repositories.for(ctx).open() : repositories.for(ctx).openNamed(repo);
};
