// Greeting: what a person sees who starts a server in a terminal.
import type { Command } from './command.ts';
import type { Flags } from './flags.ts';
import type { Selected } from './tool-selection.ts';

/** Returns a text that says what the server offers and how to add it to a host. */
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
A host starts this server and talks to it over stdin and stdout. To add it to a host: ${program} --install claude
Waiting for messages on stdin. Press Ctrl-C to stop; see --help for more.
`;
}
