// What a person sees who starts a server in a terminal: what it is and how to connect a host, instead of silence.
import { launchOf, type Invocation } from './launch.ts';
import { hostConfig } from './print-config.ts';
import type { Selected } from './tool-selection.ts';

/**
 * The text for stderr: what the server offers (20 names of each kind that is listed) and the configuration for a host.
 */
export function greeting({ options, offered: tools }: Selected, invocation: Invocation): string {
  const { name, version, resources = [], resourceTemplates = [], prompts = [] } = options;
  const undescribed = tools.filter(({ description }) => description === undefined);
  const offers = {
    tools: tools.map((tool) => tool.name),
    'tools without a description, which no model knows when to call': undescribed.map((tool) => tool.name),
    resources: [...resources].map(({ uri }) => uri),
    'resource templates': [...resourceTemplates].map(({ uriTemplate }) => uriTemplate),
    prompts: [...prompts].map((prompt) => prompt.name),
  };
  const lines = Object.entries(offers).flatMap(([what, names]) =>
    names.length > 0 ? [list(what, names)] : [],
  );
  const { place, text } = hostConfig('claude', launchOf(invocation));
  return [
    `${name} ${version}: ${invocation.command.summary}`,
    '',
    ...lines,
    '',
    'It speaks the Model Context Protocol on stdin and stdout, so a host starts it. To add it, start it with --install claude,',
    'or paste this:',
    '',
    place,
    '',
    text,
    '',
    'Waiting for messages on stdin. Ctrl-C ends it; --help says more.',
    '',
  ].join('\n');
}

const SHOWN = 20;

function list(what: string, names: readonly string[]): string {
  const more = names.length > SHOWN ? `, … ${names.length - SHOWN} more` : '';
  return `  ${what}: ${names.slice(0, SHOWN).join(', ')}${more}`;
}
