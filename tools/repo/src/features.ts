// Features of a server that a client sees, for the table in the guide: calls the server to find them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type JsonObject, LATEST_REVISION, REVISIONS, type Revision } from '@mcp/runtime';
import { connect, type ProgramClient } from '@mcp/runtime/testing';

/** How to call a server: with a scratch folder, and one slow call. */
interface Use {
  prepare(scratch: string): void | Promise<void>;
  args(scratch: string): readonly string[];
  call(scratch: string): Call;
  /** Calls that make the server ask the client's model, or the user. */
  questions?(scratch: string): readonly Call[];
}

interface Call {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** One entry per server in the table. */
const uses: Readonly<Record<string, Use>> = {
  filesystem: {
    prepare: (scratch) => {
      for (let folder = 0; folder < 4000; folder += 1) {
        const path = join(scratch, 'many', `folder-${folder}`);
        mkdirSync(path, { recursive: true });
        writeFileSync(join(path, 'notes.txt'), '');
      }
    },
    args: (scratch) => [scratch, '--confirm', 'destructive'],
    call: (scratch) => ({ name: 'search_files', arguments: { path: scratch, pattern: '**/*.md' } }),
    questions: (scratch) => [
      { name: 'delete_file', arguments: { path: join(scratch, 'many', 'folder-0', 'notes.txt') } },
    ],
  },
  git: {
    prepare: (scratch) => {
      execFileSync('git', ['init', '--quiet'], { cwd: scratch });
      const commits = Array.from({ length: 5000 }, (_, second) => commit(second));
      execFileSync('git', ['fast-import', '--quiet'], { cwd: scratch, input: commits.join('') });
    },
    args: (scratch) => ['-r', scratch, '--max-output-bytes', '50000000'],
    call: () => ({ name: 'git_log', arguments: { ref: 'main', limit: 5000 } }),
  },
  sqlite: {
    prepare: () => undefined,
    args: (scratch) => [
      ...['--db-path', join(scratch, 'data.db'), '--timeout', '5'],
      ...['--confirm', 'destructive'],
    ],
    call: () => ({
      name: 'read_query',
      arguments: {
        query: 'WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT 1 FROM c) SELECT count(*) FROM c',
      },
    }),
    questions: () => [
      { name: 'create_table', arguments: { query: 'CREATE TABLE customers (name TEXT)' } },
      { name: 'write_query', arguments: { query: 'DROP TABLE customers' } },
    ],
  },
  fetch: {
    prepare: async () => {
      // The site stops with the process.
      site.unref().listen(0, '127.0.0.1');
      await once(site, 'listening');
    },
    args: () => ['--allow-cidr', '127.0.0.1/32', '--confirm', 'robots'],
    call: () => ({ name: 'fetch_many', arguments: { urls: [pageOf('quick'), pageOf('slow')] } }),
    questions: () => [{ name: 'fetch', arguments: { url: pageOf('closed') } }],
  },
};

const SLOW_MS = 1000;
const ATTEMPTS = 4;

/** A fast page, a slow one, and one that robots.txt forbids. */
const site = createServer(({ url }, response) => {
  const body = url === '/robots.txt' ? 'User-agent: *\nDisallow: /closed' : 'hello';
  setTimeout(() => response.end(body), url === '/slow' ? SLOW_MS : 0);
});

const pageOf = (name: string): string => `http://127.0.0.1:${(site.address() as AddressInfo).port}/${name}`;

const commit = (second: number): string =>
  `commit refs/heads/main\ncommitter Ada <ada@example.org> ${second} +0000\ndata 3\nOne\n`;

/** A server's program and its first arguments. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

/** A row of the table: the feature, and its value for the server. */
export type Feature = readonly [name: string, shown: string];

/** The newest revision with sessions, used for everything except the server's revisions. */
const WITH_SESSIONS: Revision = '2025-11-25';
const PATIENCE_MS = 15_000;

/** Starts the server and connects in a revision. */
type Start = (revision: Revision) => Promise<ProgramClient>;

/** The servers in the table, by the names of their folders. */
export const shownServers: readonly string[] = Object.keys(uses);

/** Starts a server and collects its features. */
export const featuresOf = async (server: string, program: Program): Promise<Feature[]> => {
  const use = uses[server];
  if (use === undefined) throw new Error(`tools/repo/src/features.ts does not say how to use ${server}`);
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'features-')));
  const roots = { roots: [{ uri: pathToFileURL(scratch).href, name: 'scratch' }] };
  const { file: command, args } = program;
  const started = { command, args: [...args, ...use.args(scratch)], env: { HOME: scratch }, cwd: scratch };
  const start: Start = (revision) =>
    connect(started, {
      revision,
      capabilities: { roots: {}, sampling: {}, elicitation: { form: {}, url: {} } },
      answers: {
        'roots/list': () => roots,
        'sampling/createMessage': () => ({
          model: 'none',
          role: 'assistant',
          content: { type: 'text', text: 'Notes.' },
        }),
        'elicitation/create': () => ({ action: 'decline' }),
      },
    });
  try {
    await use.prepare(scratch);
    const revisions = await servedRevisions(start);
    await using client = await start(WITH_SESSIONS);
    const offered = await offers(client);
    return [
      ['Revisions', `${revisions} of ${REVISIONS.length}`],
      ...offered,
      ...(await behaviour(client, start, use.call(scratch))),
      ...(await questions(client, use.questions?.(scratch) ?? [])),
      ...(await extensions(start)),
    ];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

const servedRevisions = async (start: Start): Promise<number> => {
  const answered = await Promise.all(
    REVISIONS.map(async (revision) => {
      await using client = await start(revision);
      const { protocolVersion, supportedVersions } = client.server;
      return revision === LATEST_REVISION
        ? (supportedVersions as string[]).includes(revision)
        : protocolVersion === revision;
    }),
  );
  return answered.filter(Boolean).length;
};

const yes = (shown: boolean): string => (shown ? 'yes' : '–');
const count = (items: readonly unknown[]): string => (items.length > 0 ? String(items.length) : '–');

/** Returns the features in the server's description of itself, and its lists. */
const offers = async (client: ProgramClient): Promise<Feature[]> => {
  const { server } = client;
  const capabilities = server['capabilities'] as Readonly<Record<string, JsonObject>>;
  const list = async (what: string, member: string, capability: string): Promise<JsonObject[]> =>
    capabilities[capability] === undefined ? [] : ((await client.request(what))[member] as JsonObject[]);
  const tools = await list('tools/list', 'tools', 'tools');
  const resources = await list('resources/list', 'resources', 'resources');
  const templates = await list('resources/templates/list', 'resourceTemplates', 'resources');
  const prompts = await list('prompts/list', 'prompts', 'prompts');
  const shown = [server['serverInfo'] as JsonObject, ...tools, ...resources, ...templates, ...prompts];
  const share = (items: readonly JsonObject[], has: (item: JsonObject) => boolean): string =>
    items.some(has) ? `${items.filter(has).length} of ${items.length}` : '–';
  return [
    ['Instructions for the model', yes(server['instructions'] !== undefined)],
    ['Tools', count(tools)],
    [
      '… with all four annotations',
      share(tools, ({ annotations }) => hasAllHints(annotations as JsonObject)),
    ],
    ['… with structured output', share(tools, ({ outputSchema }) => outputSchema !== undefined)],
    ['Resources', count(resources)],
    ['Resource templates', count(templates)],
    ['Prompts', count(prompts)],
    ['Titles, on the server and on all of these', share(shown, ({ title }) => title !== undefined)],
    ['Icons, on the server and on all of these', share(shown, ({ icons }) => icons !== undefined)],
    ['Completion of arguments', yes(capabilities['completions'] !== undefined)],
    ['Subscriptions to resources', yes(capabilities['resources']?.['subscribe'] === true)],
    ['Lists that change', yes(Object.values(capabilities).some(({ listChanged }) => listChanged === true))],
    ['Log messages', yes(capabilities['logging'] !== undefined)],
  ];
};

/** Returns features of extensions, in the newest revision. */
const extensions = async (start: Start): Promise<Feature[]> => {
  await using client = await start(LATEST_REVISION);
  const { extensions: known = {} } = client.server['capabilities'] as { readonly extensions?: JsonObject };
  const has = (name: string): boolean => known[`io.modelcontextprotocol/${name}`] !== undefined;
  const { tools } = await client.request('tools/list');
  const pages = (tools as { readonly _meta?: { readonly ui?: { readonly resourceUri: string } } }[]).flatMap(
    ({ _meta: meta }) => meta?.ui?.resourceUri ?? [],
  );
  const skills = has('skills') ? (await client.request('skills/list'))['skills'] : [];
  return [
    ['Pages, in hosts that show them (MCP Apps)', count([...new Set(pages)])],
    ['Long calls as tasks', yes(has('tasks'))],
    ['Skills', count(skills as JsonObject[])],
  ];
};

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

const hasAllHints = (annotations: JsonObject = {}): boolean =>
  hints.every((hint) => typeof annotations[hint] === 'boolean');

/** Returns features during a call and at its cancellation. */
const behaviour = async (client: ProgramClient, start: Start, call: Call): Promise<Feature[]> => {
  await client.request('tools/call', { ...call }, { _meta: { progressToken: 'whole' } });
  const reports = client.notifications().some(reportsOn('whole'));
  return [
    ['Progress', yes(reports)],
    ['Cancellation', yes(reports && (await stops(start, call)))],
  ];
};

const reportsOn =
  (token: string) =>
  ({ method, params }: JsonObject): boolean =>
    method === 'notifications/progress' && (params as JsonObject)['progressToken'] === token;

const isAnswerTo = (request: string, { id, method }: JsonObject): boolean =>
  id === request && method === undefined;

/** Returns whether a cancelled call gets no answer. A call that finishes before its cancellation is inconclusive. */
const stops = async (start: Start, call: Call): Promise<boolean> => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    await using client = await start(WITH_SESSIONS);
    const id = 'cancelled';
    // The request rejects when the program ends without an answer.
    client.request('tools/call', { ...call }, { id, _meta: { progressToken: id } }).catch(() => {});
    await client.waitFor((message) => isAnswerTo(id, message) || reportsOn(id)(message), PATIENCE_MS);
    client.notify('notifications/cancelled', { requestId: id });
    // Before it exits, a server answers the accepted requests that it did not abort.
    await client.close();
    const answered = client.received.some((message) => isAnswerTo(id, message as JsonObject));
    if (!answered) return true;
  }
  return false;
};

/** Returns which questions the server asks, including during these calls. */
const questions = async (client: ProgramClient, calls: readonly Call[]): Promise<Feature[]> => {
  for (const call of calls) await client.request('tools/call', { ...call });
  const asked = (method: string): string =>
    yes(client.received.some((message) => (message as JsonObject)['method'] === method));
  return [
    ['Roots of the client', asked('roots/list')],
    ["Questions to the client's model", asked('sampling/createMessage')],
    ['Questions to the user', asked('elicitation/create')],
  ];
};
