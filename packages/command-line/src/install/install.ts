// --install and --uninstall: writes the running command line into the file of a host, or takes it out.
import { UsageError } from '../flags.ts';
import { fileOf, type Machine } from '../hosts/files.ts';
import { entryOf, membersOf } from '../hosts/host.ts';
import { HOSTS, type HostName } from '../hosts/hosts.ts';
import type { HttpLaunch, StdioLaunch } from '../launch.ts';
import { notesOf } from '../print-config.ts';
import { edited, entryIn } from './edit.ts';
import { EditError, isTree, type Edit } from './editor.ts';
import { find, replace } from './replace-file.ts';

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
  const { host: name, action, launch, isDry, machine } = installation;
  const host = HOSTS[name];
  const { title } = host;
  const file = fileOf(host, launch.id, machine);
  if (file === undefined)
    throw new UsageError(
      `${title} keeps its servers in its settings, not in a file: use --print-config ${name}, and paste`,
    );
  const found = find(file);
  // Some editors on Windows write a mark at the start.
  const [, mark = '', text = ''] = /^(\uFEFF?)([^]*)$/.exec(found.text ?? '') ?? [];
  const isAdded = action === 'install';
  const place = { format: host.format ?? 'json', path: membersOf(host), entry: undefined };
  const edit = {
    ...place,
    path: [...(await placeIn(text, place)), launch.id],
    entry: isAdded ? entryOf(host, launch) : undefined,
  };
  const [before, after] = await Promise.all([entryIn(text, edit), edited(text, edit)]).catch(
    (error: unknown) => {
      if (!(error instanceof EditError)) throw error;
      throw new UsageError(
        `${found.path}: ${error.message}. Nothing was changed; mend it, or use --print-config and paste`,
      );
    },
  );
  if (after === text) {
    const state = isAdded ? 'has this entry already' : 'has no such entry';
    return `${title}, ${file}: ${state} for "${launch.id}". Nothing was changed.\n`;
  }
  const change = isAdded ? (before === undefined ? 'Add' : 'Replace') : 'Take out';
  const shown = isAdded ? ` as ${JSON.stringify(edit.entry, undefined, 2)}` : '';
  const what = `${title}, ${file}:\n${change} "${launch.id}"${shown}\n`;
  if (isDry) return `${what}Nothing was changed yet: add --yes to do it.\n`;
  const copy = replace(found, mark + after);
  const kept = copy === undefined ? 'The file is new.' : `The file as it was: ${copy}`;
  const notes = isAdded ? notesOf(name, launch, false) : [];
  return [`${what}Done.`, kept, ...notes, `Restart ${title} to see it.`, ''].join('\n');
}

/** OpenCode 2 has its servers one level deeper. Only a file that is like that already says which version reads it. */
async function placeIn(text: string, edit: Edit): Promise<readonly string[]> {
  if (edit.path[0] !== 'mcp') return edit.path;
  const mcp = await entryIn(text, edit).catch(() => undefined);
  const servers = isTree(mcp) ? mcp['servers'] : undefined;
  return isTree(servers) && servers['type'] === undefined ? [...edit.path, 'servers'] : edit.path;
}
