// --install and --uninstall: writes the running command line into the file of a host, or takes it out.
import type { HostName } from '../command.ts';
import { UsageError } from '../flags.ts';
import { fileOf, type Machine, thisMachine } from '../hosts/files.ts';
import { HOST_FORMS } from '../hosts/hosts.ts';
import type { HttpLaunch, StdioLaunch } from '../launch.ts';
import { entryOf, notesOf } from '../print-config.ts';
import { edited, entryIn } from './edit.ts';
import { EditError, isTree, type Edit } from './editor.ts';
import { find, replace, type Found } from './replace-file.ts';

/** What is done to the file of a host. */
export interface Installation {
  readonly host: HostName;
  readonly action: 'install' | 'uninstall';
  readonly launch: StdioLaunch | HttpLaunch;
  /** Only say what would be done. */
  readonly isDry: boolean;
  /** Default: this one. */
  readonly machine?: Machine;
}

/**
 * Does it, and says what was done.
 *
 * @throws {UsageError} when the file is broken, read-only or of an unknown form: then nothing was changed.
 */
export async function install(installation: Installation): Promise<string> {
  const { host, action, launch, isDry, machine = thisMachine() } = installation;
  const { title, format, members } = HOST_FORMS[host];
  const file = fileOf(host, launch.id, machine);
  if (file === undefined)
    throw new UsageError(
      `${title} keeps its servers in its settings, not in a file: use --print-config ${host}, and paste`,
    );
  const found = await find(file);
  const text = decoded(found);
  const edit = {
    format,
    path: [...(await placeIn(text, { format, path: members, entry: undefined })), launch.id],
    entry: action === 'install' ? entryOf(host, launch) : undefined,
  };
  return apply({ ...installation, title, file, found, edit, text, isDry });
}

interface Work extends Installation {
  readonly title: string;
  /** As the host knows it. */
  readonly file: string;
  readonly found: Found;
  readonly text: string;
  readonly edit: Edit;
}

async function apply(work: Work): Promise<string> {
  const { title, file, found, edit, text, host, launch, action, isDry } = work;
  const [before, after] = await guarded(found.path, () =>
    Promise.all([entryIn(text, edit), edited(text, edit)]),
  );
  const shown = JSON.stringify(edit.entry, undefined, 2);
  if (after === text) {
    const state = action === 'install' ? 'has this entry already' : 'has no such entry';
    return `${title}, ${file}: ${state} for "${launch.id}". Nothing was changed.\n`;
  }
  const change = action === 'uninstall' ? 'Take out' : before === undefined ? 'Add' : 'Replace';
  const what = `${change} "${launch.id}" ${edit.entry === undefined ? '' : `as ${shown}`}`.trimEnd();
  if (isDry) return `${title}, ${file}:\n${what}\nNothing was changed yet: add --yes to do it.\n`;
  const copy = await replace(found, withMark(found, after));
  const kept = copy === undefined ? 'The file is new.' : `The file as it was: ${copy}`;
  const notes = action === 'install' ? notesOf(host, launch) : [];
  return [`${title}, ${file}:`, what, 'Done.', kept, ...notes, `Restart ${title} to see it.`, ''].join('\n');
}

/** OpenCode 2 has its servers one level deeper. Only a file that is like that already says which version reads it. */
async function placeIn(text: string, edit: Edit): Promise<readonly string[]> {
  if (edit.path[0] !== 'mcp') return edit.path;
  const mcp = await entryIn(text, edit).catch(() => undefined);
  const servers = isTree(mcp) ? mcp['servers'] : undefined;
  return isTree(servers) && servers['type'] === undefined ? [...edit.path, 'servers'] : edit.path;
}

async function guarded<T>(path: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    throw new UsageError(
      `${path}: ${error.message}. Nothing was changed; mend it, or use --print-config and paste`,
    );
  }
}

const MARK = '\uFEFF';

function decoded({ path, bytes }: Found): string {
  if (bytes === undefined) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${path} is not text in UTF-8. Nothing was changed`);
  }
}

// Some editors on Windows write a mark at the start; the decoder drops it.
function withMark({ bytes }: Found, text: string): string {
  return bytes?.subarray(0, 3).equals(Buffer.from(MARK)) === true ? MARK + text : text;
}
