// --install and --uninstall: writes the running command line into the files of a host, or takes it out.
import { existsSync } from 'node:fs';
import { UsageError } from '../flags.ts';
import { filesOf, folderOf, thisMachine, type Machine } from '../hosts/files.ts';
import { entryOf, membersOf } from '../hosts/host.ts';
import { HOSTS, type HostName } from '../hosts/hosts.ts';
import type { HttpLaunch, StdioLaunch } from '../launch.ts';
import { notesOf } from '../print-config.ts';
import { edited, entryIn } from './edit.ts';
import { EditError, isTree, type Edit, type Path } from './editor.ts';
import { find, replace } from './replace-file.ts';

/** What is done to the files of a host. */
export interface Installation {
  readonly host: HostName;
  readonly action: 'install' | 'uninstall';
  readonly launch: StdioLaunch | HttpLaunch;
  /** Only say what would be done. */
  readonly isDry: boolean;
  /** Replace an entry of this name that is different. */
  readonly isForced: boolean;
  /** Default: this one. */
  readonly machine?: Machine;
}

/**
 * Changes the files of a host, most have one, and returns a report for people.
 *
 * @throws {UsageError} when a file is broken, read-only or of an unknown form, or has another entry of this name: then
 *   nothing was changed.
 */
export async function install(installation: Installation): Promise<string> {
  const { host: name, action, launch, isDry, machine = thisMachine() } = installation;
  const { title } = HOSTS[name];
  const files = filesOf(HOSTS[name], machine);
  const [first] = files;
  if (first === undefined)
    throw new UsageError(`${title}: there is no file to change; use --print-config ${name}, and paste`);
  const isUsed = files.some((file) => hasBeenUsed(file, machine));
  const changes = await Promise.all(files.map((file) => plan(installation, file)));
  const said = changes.flatMap(({ found, text, what }) => {
    if (text === undefined) return [`${what} Nothing was changed.`];
    if (isDry) return [what, 'Nothing was changed yet: add --yes to do it.'];
    const copy = replace(found, text);
    return [what, 'Done.', copy === undefined ? 'The file is new.' : `The file as it was: ${copy}`];
  });
  if (action === 'install' && !isUsed)
    said.push(`${title} does not seem to be installed: there is no ${folderOf(first)}.`);
  if (!isDry && changes.some(({ text }) => text !== undefined))
    said.push(...(action === 'install' ? notesOf(name, launch) : []), `Restart ${title} to see it.`);
  return `${said.join('\n')}\n`;
}

/** Returns the new content of a file, or undefined if nothing changes, and what that means for people. */
async function plan({ host: name, action, launch, isForced }: Installation, file: string) {
  const host = HOSTS[name];
  const found = find(file);
  // Some editors on Windows write a mark at the start.
  const [, mark = '', content = ''] = /^(\uFEFF?)([^]*)$/.exec(found.text ?? '') ?? [];
  const text = content === '' ? (host.newFile ?? '') : content;
  const isAdded = action === 'install';
  const place = { format: host.format ?? 'json', path: membersOf(host), entry: undefined };
  const edit = {
    ...place,
    path: await pathIn(text, place, launch.id, host.isList),
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
  const where = `${host.title}, ${file}:`;
  if (after === text) {
    const state = isAdded ? 'has this entry already' : 'has no such entry';
    return { found, text: undefined, what: `${where} ${state} for "${launch.id}".` };
  }
  if (isAdded && before !== undefined && !isForced)
    throw new UsageError(
      `${where} "${launch.id}" is there already with another command line. Nothing was changed; ` +
        `to add a second server, name it, like --name ${launch.id}-2; to replace the first one, add --force`,
    );
  const change = isAdded ? (before === undefined ? 'Add' : 'Replace') : 'Take out';
  const shown = isAdded ? ` as ${JSON.stringify(edit.entry, undefined, 2)}` : '';
  return { found, text: mark + after, what: `${where}\n${change} "${launch.id}"${shown}` };
}

/** Returns the way to a server. Where it is in a list, and which version of OpenCode reads the file, the text says. */
async function pathIn(text: string, edit: Edit, id: string, isList = false): Promise<Path> {
  const members = await entryIn(text, edit).catch(() => undefined);
  if (isList) {
    const servers: readonly unknown[] = Array.isArray(members) ? members : [];
    const index = servers.findIndex((server) => isTree(server) && server['name'] === id);
    return [...edit.path, index < 0 ? servers.length : index];
  }
  // OpenCode 2 has its servers one level deeper.
  const servers = edit.path[0] === 'mcp' && isTree(members) ? members['servers'] : undefined;
  const isDeeper = isTree(servers) && servers['type'] === undefined;
  return [...edit.path, ...(isDeeper ? ['servers'] : []), id];
}

/** Whether the host has made this file, or a folder for it. */
function hasBeenUsed(file: string, { home }: Machine): boolean {
  return existsSync(file) || (folderOf(file) !== home && existsSync(folderOf(file)));
}
