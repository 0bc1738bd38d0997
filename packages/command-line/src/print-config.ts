// --print-config: the entry as --install would write it into an empty file, for people who paste it.
import { filesOf, thisMachine } from './hosts/files.ts';
import { notesOf } from './hosts/host.ts';
import { HOSTS, type HostName } from './hosts/hosts.ts';
import { edited } from './install/edit.ts';
import { editOf } from './install/install.ts';
import type { HttpLaunch, StdioLaunch } from './launch.ts';

/** A text to paste into a host. */
export interface HostConfig {
  /** The host and its file, for people. */
  readonly heading: string;
  readonly text: string;
  /** What the user still has to do. */
  readonly notes: readonly string[];
}

/** Returns the entry with which a host starts the server like this, or connects to it there. */
export async function hostConfig(name: HostName, launch: StdioLaunch | HttpLaunch): Promise<HostConfig> {
  const host = HOSTS[name];
  const { title, dialog = filesOf(host, thisMachine()).join(' and ') } = host;
  const text = await edited('', await editOf(host, launch, ''));
  return { heading: `${title}, ${dialog}:`, text: text.trimEnd(), notes: notesOf(host, launch) };
}
