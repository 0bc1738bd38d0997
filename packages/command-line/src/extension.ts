// Extension: a server that a host installed with a form of settings. Its users have no command line, so its texts name
// settings instead of flags.
import {
  defineServer,
  defineTool,
  ERROR_META,
  ToolError,
  type JsonObject,
  type McpServer,
  type Middleware,
  type ServerOptions,
} from '@mcp/runtime';
import { serverId, type Command } from './command.ts';
import { UsageError, type Flags } from './flags.ts';

// Where the form is, then each flag with the title of its setting, like
// `Settings, Extensions, Configure | read-only: Read only | deny: Files to keep closed`.
const [place = '', ...settings] = (process.env['MCP_SETTINGS_IN'] ?? '').split(' | ');
const titles = new Map(settings.map((setting) => [setting.replace(/:.*/, ''), setting.replace(/.*?: /, '')]));

/** Whether a host installed this server as an extension, with settings instead of a command line. */
export const isExtension: boolean = place !== '';

/** Returns the environment. In an extension, it leaves out the settings that the user has not filled in. */
export function readEnvironment(): NodeJS.ProcessEnv {
  if (!isExtension) return process.env;
  const isFilled = ([name, value = '']: [string, string | undefined]): boolean =>
    !name.startsWith('MCP_') || !/^(?:\$\{user_config\.\w+\})?$/.test(value);
  return Object.fromEntries(Object.entries(process.env).filter(isFilled));
}

const NO_SETTING = 'from a command line (this extension has no setting for that)';

const quoted = (flag: string, value = ''): string =>
  `"${titles.get(flag)}"${value === '' ? '' : ` (${value})`}`;

/** The phrases with which texts name flags, each with its replacement in an extension. */
const PHRASES: readonly (readonly [phrase: RegExp, replacement: (...groups: string[]) => string])[] = [
  [/Off without a flag/g, () => 'Off in the settings'],
  [
    /\b(this|the) server was started with --([a-z-]+)/gi,
    (_, which, flag = '') =>
      titles.has(flag) ? `${quoted(flag)} is on in ${place}` : `${which} extension only reads`,
  ],
  [
    /\b(?:(start(?:s|ing)?) (?:this|the) server )?with(?:out)? (?:other )?--([a-z-]+)(?: ([a-z]+)(?=[.;,)]|$))?(?:,? (?:and without|or) --[a-z-]+)?/g,
    (_, verb = '', flag = '', value = '') =>
      titles.has(flag)
        ? `${verb && `${verb.replace('start', 'adjust')} this `}in ${place}: ${quoted(flag, value)}`
        : `${verb && `${verb} this server `}${NO_SETTING}`,
  ],
  [
    / \(--([a-z-]+)(?: ([a-z\d]+))?\)/g,
    (_, flag = '', value = '') => (titles.has(flag) ? ` (${quoted(flag, value)})` : ''),
  ],
  [/--([a-z-]+)/g, (written, flag = '') => (titles.has(flag) ? quoted(flag) : written)],
];

/** In an extension, replaces the flags that a text of the server names by the titles of their settings. */
export function inWords(text: string): string {
  return isExtension ? PHRASES.reduce((changed, phrase) => changed.replace(...phrase), text) : text;
}

const listInWords = (list: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(list), (_, value: unknown) =>
    typeof value === 'string' ? inWords(value) : value,
  ) as JsonObject;

// Only descriptions and hints, because messages and results may quote files.
const toolsInWords: Middleware = async ({ method }, next) => {
  try {
    const result = await next();
    return method === 'tools/list' ? listInWords(result) : result;
  } catch (error) {
    const details = error instanceof ToolError ? error._meta?.[ERROR_META] : undefined;
    if (!(error instanceof ToolError) || !hasHint(details)) throw error;
    const hint = inWords(details.hint);
    const _meta = { ...error._meta, [ERROR_META]: { ...details, hint } };
    throw new ToolError(
      error.message.replace(details.hint, () => hint),
      { cause: error, _meta },
    );
  }
};

const hasHint = (details: unknown): details is { readonly hint: string } =>
  typeof Object(details).hint === 'string';

/**
 * Makes instructions, descriptions and hints name settings instead of flags. Appends the warnings of the start to the
 * instructions, because users do not see the log of an extension.
 */
export function optionsInWords(options: ServerOptions, warnings: readonly string[]): ServerOptions {
  const toUser = warnings.map((warning) => `Tell the user: ${warning}.`);
  return {
    ...options,
    instructions: [options.instructions ?? [], toUser].flat().map(inWords).join(' '),
    middleware: [toolsInWords, ...(options.middleware ?? [])],
  };
}

/** Returns a server for an extension that failed to start. Its only tool says why. */
export function explainingServer({ name, version }: Command<Flags>, error: unknown): McpServer {
  const problem = inWords(error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  const sentence =
    error instanceof UsageError
      ? `${problem}. Ask the user to correct this in ${place}.`
      : `${name}: ${problem}. Tell the user.`;
  const explain = defineTool({
    name: 'explain_missing_tools',
    title: 'Explain missing tools',
    description: `Explain why this extension has no other tools: ${sentence}`,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: () => sentence,
  });
  return defineServer({ name: serverId(name), version, instructions: sentence, tools: [explain] });
}
