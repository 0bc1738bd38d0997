// --install and --uninstall: adds the running command line to the files of a host, or removes it.
import { existsSync } from 'node:fs';
import { UsageError } from '../flags.ts';
import { filesOf, folderOf, thisMachine, type Machine } from '../hosts/files.ts';
import { entryOf, membersOf, notesOf, type Host } from '../hosts/host.ts';
import { HOSTS, type HostName } from '../hosts/hosts.ts';
import type { HttpLaunch, StdioLaunch } from '../launch.ts';
import { edited, entryIn } from './edit.ts';
import { EditError, isTree, type Edit, type Path } from './editor.ts';
import { find, replace } from './replace-file.ts';

/** A change of a host's files. */
export interface Installation {
  readonly host: HostName;
  readonly action: 'install' | 'uninstall';
  readonly launch: StdioLaunch | HttpLaunch;
  /** Whether to report the change without making it. */
  readonly isDry: boolean;
  /** Whether to replace a different entry of this name. */
  readonly isForced: boolean;
  /** Default: the machine of this process. */
  readonly machine?: Machine;
}

/**
 * Changes the files of a host and returns a report for people.
 *
 * @throws {UsageError} if a file is broken, read-only or of an unknown form, or has another entry of this name. Then
 *   nothing was changed.
 */
export async function install(installation: Installation): Promise<string> {
  const { host: name, action, launch, isDry, machine = thisMachine() } = installation;
  const { title } = HOSTS[name];
  const files = filesOf(HOSTS[name], machine);
  const [first] = files;
  if (first === undefined)
    throw new UsageError(`${title}: there is no file to change; use --print-config ${name} and paste`);
  const isUsed = files.some((file) => hasBeenUsed(file, machine));
  const changes = await Promise.all(files.map((file) => plan(installation, file)));
  const said = changes.flatMap(({ found, text, what }) => {
    if (text === undefined) return [`${what} Nothing was changed.`];
    if (isDry) return [what, 'Nothing was changed yet; add --yes to make the change.'];
    const copy = replace(found, text);
    return [what, 'Done.', copy === undefined ? 'The file is new.' : `Backup of the file: ${copy}`];
  });
  if (action === 'install' && !isUsed)
    said.push(`${title} does not seem to be installed: there is no ${folderOf(first)}.`);
  if (!isDry && changes.some(({ text }) => text !== undefined))
    said.push(...(action === 'install' ? notesOf(HOSTS[name], launch) : []), `Restart ${title} to see it.`);
  return `${said.join('\n')}\n`;
}

/** Returns the new content of a file, or undefined if nothing changes, and a sentence about it for people. */
async function plan({ host: name, action, launch, isForced }: Installation, file: string) {
  const host = HOSTS[name];
  const found = find(file);
  // Some editors on Windows write a byte order mark.
  const [, mark = '', content = ''] = /^(\uFEFF?)([^]*)$/.exec(found.text ?? '') ?? [];
  const text = content === '' ? (host.newFile ?? '') : content;
  const isAdded = action === 'install';
  const adding = await editOf(host, launch, text);
  const edit = isAdded ? adding : { ...adding, entry: undefined };
  const [before, after] = await Promise.all([entryIn(text, edit), edited(text, edit)]).catch(
    (error: unknown) => {
      if (!(error instanceof EditError)) throw error;
      throw new UsageError(
        `${found.path}: ${error.message}. Nothing was changed; repair the file, or use --print-config and paste`,
      );
    },
  );
  const where = `${host.title}, ${file}:`;
  if (after === text) {
    const state = isAdded ? 'has this entry already' : 'has no such entry';
    return { found, text: undefined, what: `${where} ${state} for "${launch.id}".` };
  }
  if (isAdded && before !== undefined && !isForced)
    throw new UsageError(
      `${where} "${launch.id}" exists already, with another command line. Nothing was changed; ` +
        `to add a second server, give it a name, like --name ${launch.id}-2; to replace the first one, add --force`,
    );
  const change = isAdded ? (before === undefined ? 'Add' : 'Replace') : 'Remove';
  const shown = isAdded ? ` as ${JSON.stringify(edit.entry, undefined, 2)}` : '';
  return { found, text: mark + after, what: `${where}\n${change} "${launch.id}"${shown}` };
}

/** Returns the edit that adds a server to the file of a host. */
export async function editOf(host: Host, launch: StdioLaunch | HttpLaunch, text: string): Promise<Edit> {
  const { format = 'json', isList } = host;
  const edit = { format, path: membersOf(host), entry: entryOf(host, launch) };
  const servers = await entryIn(text, edit).catch(() => undefined);
  const steps = isList === true ? [indexOf(launch.id, servers)] : [...deeperIn(host, servers), launch.id];
  return { ...edit, path: [...edit.path, ...steps] };
}

function indexOf(id: string, servers: unknown): number {
  const list: readonly unknown[] = Array.isArray(servers) ? servers : [];
  const index = list.findIndex((server) => isTree(server) && server['name'] === id);
  return index < 0 ? list.length : index;
}

// OpenCode 2 has its servers one level deeper, in `mcp.servers`.
function deeperIn(host: Host, servers: unknown): Path {
  const deeper = membersOf(host)[0] === 'mcp' && isTree(servers) ? servers['servers'] : undefined;
  return isTree(deeper) && deeper['type'] === undefined ? ['servers'] : [];
}

/** Whether the host has created this file, or a folder for it. */
function hasBeenUsed(file: string, { home }: Machine): boolean {
  return existsSync(file) || (folderOf(file) !== home && existsSync(folderOf(file)));
}
