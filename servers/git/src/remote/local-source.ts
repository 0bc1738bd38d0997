// A remote that is a directory: git starts git there, with the configuration of that repository. So it gets a view of it as
// the address, and what a view cannot make safe is refused.
import { ToolError } from '@mcp/runtime';
import { toConfigText } from '../repository/allowed-keys.ts';
import type { Setting } from '../repository/environment.ts';
import type { GitOptions } from '../repository/work.ts';
import { fixedSettings } from '../repository/settings.ts';
import { viewUnlessPlain } from '../repository/view.ts';
import type { Address } from './url.ts';

/** Whether something goes to the remote or comes from it. */
export type Direction = 'fetch' | 'push';

/** The settings that lead git to a directory, until it is disposed of. */
export interface Source extends Disposable {
  readonly settings: readonly Setting[];
  /** A text of git, with the name of the directory in the place of that of its view. */
  toShown(text: string): string;
}

/**
 * Opens a repository on this machine as a remote.
 *
 * @throws {ToolError} when programs of it would have to run, or it lacks objects on purpose.
 */
export const openSource = async (
  { url, local, shown }: Required<Address>,
  direction: Direction,
  { trust }: Pick<GitOptions, 'trust'>,
): Promise<Source> => {
  if (trust === 'trusted') return { settings: [], toShown: (text) => text, [Symbol.dispose]: () => {} };
  if (direction === 'push')
    throw new ToolError(
      `${shown} is a directory: its hooks would run here. Ask the user to start the server with --trust-repo-config.`,
    );
  const config = await local.config();
  if (config.isPartial) throw partial(shown);
  // Settings of the command do not reach the git that it starts there.
  const text = toConfigText([...config.entries, ...fixedSettings('write', trust)]);
  const view = viewUnlessPlain(local.commonDir, { config: text, gitDir: local.gitDir }, config.unused);
  return {
    settings: view === undefined ? [] : [[`url.${view.path}.insteadOf`, url]],
    toShown: (said) => (view === undefined ? said : said.replaceAll(view.path, local.gitDir)),
    [Symbol.dispose]: () => view?.[Symbol.dispose](),
  };
};

/** The error for a repository whose objects are partly at a remote: git would have to fetch them from there. */
export const partial = (what: string): ToolError =>
  new ToolError(`${what} is a partial clone, which this server does not transfer. Ask the user to do it.`);
