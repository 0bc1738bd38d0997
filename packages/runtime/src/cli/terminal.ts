// What a person sees who starts a server in a terminal: what it is and how to connect a host, instead of silence.
import type { ServerOptions } from '../server.ts';
import { printConfig, type Launch } from './print-config.ts';

/** The text for stderr. */
export function greeting(summary: string, options: ServerOptions, launch: Launch): string {
  const { name, version, tools = [], resources = [], resourceTemplates = [], prompts = [] } = options;
  const offers = [
    list(
      'tools',
      [...tools].map((tool) => tool.name),
    ),
    list(
      'resources',
      [...resources].map(({ uri }) => uri),
    ),
    list(
      'resource templates',
      [...resourceTemplates].map(({ uriTemplate }) => uriTemplate),
    ),
    list(
      'prompts',
      [...prompts].map((prompt) => prompt.name),
    ),
  ];
  return [
    `${name} ${version}: ${summary}`,
    '',
    ...offers.filter((line) => line !== undefined),
    '',
    'It speaks the Model Context Protocol on stdin and stdout, so a host starts it. To add it:',
    '',
    printConfig('claude', launch).trimEnd(),
    '',
    'Waiting for messages on stdin. Ctrl-C ends it; --help says more.',
    '',
  ].join('\n');
}

const SHOWN = 20;

function list(what: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const more = names.length > SHOWN ? `, … ${names.length - SHOWN} more` : '';
  return `  ${what}: ${names.slice(0, SHOWN).join(', ')}${more}`;
}
