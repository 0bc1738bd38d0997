// Extension: a server that a host installed with a form of settings. Nobody has a command line there, so the texts of
// the server name settings instead of flags.
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

/**
 * The variable by which an extension says where its settings are and which flags they set, by title:
 * `Settings, Extensions, Configure | read-only: Read only | deny: Files to keep closed`.
 */
const VARIABLE = 'MCP_SETTINGS_IN';

const [place = '', ...settings] = (process.env[VARIABLE] ?? '').split(' | ');
const titles = new Map(settings.map((setting) => [setting.replace(/:.*/, ''), setting.replace(/.*?: /, '')]));

/** Whether a host installed this server as an extension, with settings instead of a command line. */
export const isExtension: boolean = place !== '';

/** The environment, in an extension without the settings that the user left empty. */
export function readEnvironment(): NodeJS.ProcessEnv {
  if (!isExtension) return process.env;
  const isFilled = ([name, value = '']: [string, string | undefined]): boolean =>
    !name.startsWith('MCP_') || !/^(?:\$\{user_config\.\w+\})?$/.test(value);
  return Object.fromEntries(Object.entries(process.env).filter(isFilled));
}

const NO_SETTING = 'from a command line (this extension has no setting for that)';

const quoted = (flag: string, value = ''): string =>
  `"${titles.get(flag)}"${value === '' ? '' : ` (${value})`}`;

/** How texts name flags, and what stands for it in an extension. `found` are the groups of the pattern. */
const RULES: readonly (readonly [pattern: RegExp, words: (...found: string[]) => string])[] = [
  [/Off without a flag/g, () => 'Off in the settings'],
  [
    /\b(this|the) server was started with --([a-z-]+)/gi,
    (_, which, flag = '') =>
      titles.has(flag) ? `${quoted(flag)} is on in ${place}` : `${which} extension only reads`,
  ],
  [
    /\b(?:(start(?:s|ing)?) (?:this|the) server )?with(?:out)? (?:other )?--([a-z-]+)(?: ([a-z]+)(?=[.;,)]|$))?(?:,? (?:and without|or) --[a-z-]+)?/g,
    (_, verb = '', flag = '', value = '') => {
      if (titles.has(flag))
        return `${verb && `${verb.replace('start', 'adjust')} this `}in ${place}: ${quoted(flag, value)}`;
      return `${verb && `${verb} this server `}${NO_SETTING}`;
    },
  ],
  [
    / \(--([a-z-]+)(?: ([a-z\d]+))?\)/g,
    (_, flag = '', value = '') => (titles.has(flag) ? ` (${quoted(flag, value)})` : ''),
  ],
  [/--([a-z-]+)/g, (written, flag = '') => (titles.has(flag) ? quoted(flag) : written)],
];

/** Returns a text of the server, in an extension with the titles of settings instead of flags. */
export function inWords(text: string): string {
  return isExtension ? RULES.reduce((said, [pattern, words]) => said.replace(pattern, words), text) : text;
}

const inAll = <T extends JsonObject>(texts: T): T =>
  JSON.parse(JSON.stringify(texts), (_, value: unknown) =>
    typeof value === 'string' ? inWords(value) : value,
  ) as T;

// What tools say about themselves and the hints of their failures. Messages and results may have text of files.
const inTheseWords: Middleware = async ({ method }, next) => {
  try {
    const result = await next();
    return method === 'tools/list' ? inAll(result) : result;
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
 * Returns the options of an extension's server, whose instructions, descriptions and refusals name settings. The
 * instructions end with the warnings of its start, because nobody reads its log.
 */
export function speakInWords(options: ServerOptions, warnings: readonly string[]): ServerOptions {
  const told = warnings.map((warning) => `Tell the user: ${warning}.`);
  return {
    ...options,
    instructions: [options.instructions ?? [], told].flat().map(inWords).join(' '),
    middleware: [inTheseWords, ...(options.middleware ?? [])],
  };
}

/** Makes the server of an extension that cannot work, mostly because of a setting. Its only tool says why. */
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
