// What a person sees who starts a server in a terminal: what it is and how to connect a host, instead of silence.
import type { Command } from './command.ts';
import type { Flags } from './flags.ts';
import type { Selected } from './tool-selection.ts';

/** Returns the text for stderr: what the server offers, and how to add it to a host. */
export function greeting({ options, offered }: Selected, { name: program, summary }: Command<Flags>): string {
  const { name, version, resources = [], resourceTemplates = [], prompts = [] } = options;
  const undescribed = offered.filter(({ description }) => description === undefined);
  const offers = [
    ['tools', offered],
    ['tools without a description, which no model knows when to call', undescribed],
    ['resources', [...resources, ...resourceTemplates]],
    ['prompts', [...prompts]],
  ] as const;
  const lines = offers.flatMap(([what, all]) =>
    all.length === 0 ? [] : [`  ${what}: ${all.map((each) => each.name).join(', ')}\n`],
  );
  return `${name} ${version}: ${summary}

${lines.join('')}
A host starts this server, and they speak on stdin and stdout. To add it to a host: ${program} --install claude
Waiting for messages on stdin. Ctrl-C ends it; --help says more.
`;
}
