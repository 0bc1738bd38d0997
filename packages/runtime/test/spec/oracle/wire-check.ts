// Judges everything that a server sent in one conversation by the official schemas of the revisions in use.
import { officialSchemas, isObject } from './official.ts';
import type { JsonObject } from './official.ts';
import { packageFaults } from './packages.ts';
import { straysOf } from './strays.ts';
import { taskFaults, withoutTaskIds } from './tasks.ts';
import { allRevisions } from '../requirements/types.ts';
import type { Revision } from '../requirements/types.ts';

/** Everything that went over one connection, each side in order. Text is what the client sent as it was. */
export interface Conversation {
  readonly sent: readonly unknown[];
  readonly received: readonly unknown[];
}

const modern = '2026-07-28';
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

const resultTypes: Readonly<Record<string, string>> = {
  initialize: 'InitializeResult',
  'server/discover': 'DiscoverResult',
  'tools/list': 'ListToolsResult',
  'tools/call': 'CallToolResult',
  'resources/list': 'ListResourcesResult',
  'resources/templates/list': 'ListResourceTemplatesResult',
  'resources/read': 'ReadResourceResult',
  'prompts/list': 'ListPromptsResult',
  'prompts/get': 'GetPromptResult',
  'completion/complete': 'CompleteResult',
  'subscriptions/listen': 'SubscriptionsListenResult',
};

const messageTypes: Readonly<Record<string, string>> = {
  ping: 'PingRequest',
  'roots/list': 'ListRootsRequest',
  'sampling/createMessage': 'CreateMessageRequest',
  'elicitation/create': 'ElicitRequest',
  'notifications/cancelled': 'CancelledNotification',
  'notifications/progress': 'ProgressNotification',
  'notifications/message': 'LoggingMessageNotification',
  'notifications/resources/updated': 'ResourceUpdatedNotification',
  'notifications/resources/list_changed': 'ResourceListChangedNotification',
  'notifications/tools/list_changed': 'ToolListChangedNotification',
  'notifications/prompts/list_changed': 'PromptListChangedNotification',
  'notifications/subscriptions/acknowledged': 'SubscriptionsAcknowledgedNotification',
  'notifications/elicitation/complete': 'ElicitationCompleteNotification',
};

const errorTypes: Readonly<Record<number, string>> = {
  [-32042]: 'URLElicitationRequiredError',
  [-32021]: 'MissingRequiredClientCapabilityError',
  [-32022]: 'UnsupportedProtocolVersionError',
};

interface Asked {
  readonly method: string;
  readonly revision: Revision;
}

/** Knows what the client asked and judges by that what the server said. */
class Judge {
  readonly faults: string[] = [];
  readonly #agreed: Revision;
  readonly #asked = new Map<string, Asked[]>();
  readonly #modernTokens = new Set<unknown>();

  constructor(agreed: Revision) {
    this.#agreed = agreed;
  }

  hear(message: unknown): void {
    if (Array.isArray(message)) return message.forEach((element) => this.hear(element));
    if (!isObject(message) || typeof message['method'] !== 'string') return;
    const { id, method } = message;
    const params = isObject(message['params']) ? message['params'] : {};
    const meta = isObject(params['_meta']) ? params['_meta'] : {};
    const revision = versionKey in meta ? modern : this.#agreed;
    if (versionKey in meta) this.#modernTokens.add(meta['progressToken']);
    const key = JSON.stringify(id) ?? '';
    this.#asked.set(key, [...(this.#asked.get(key) ?? []), { method, revision }]);
  }

  judge(message: unknown): void {
    if (Array.isArray(message)) return this.#judgeBatch(message);
    if (!isObject(message)) return this.#blame(message, ['it is no JSON object']);
    if ('method' in message) return this.#judgeMethod(message);
    return 'error' in message ? this.#judgeError(message) : this.#judgeResult(message);
  }

  #judgeBatch(batch: readonly unknown[]): void {
    if (this.#agreed !== '2025-03-26') this.#blame(batch, [`${this.#agreed} has no batches`]);
    for (const message of batch) this.judge(message);
  }

  #judgeMethod(message: JsonObject): void {
    const { method } = message;
    if (typeof method !== 'string') return this.#blame(message, ['its method is no string']);
    const ofTask = taskFaults(method, message);
    if (ofTask !== undefined) return this.#blame(message, ofTask);
    const type = messageTypes[method];
    const revision = this.#revisionOf(method, isObject(message['params']) ? message['params'] : {});
    if (type === undefined) return this.#blame(message, [`no server sends ${method}`]);
    if (revision === modern && 'id' in message)
      return this.#blame(message, [`${modern} has no server requests`]);
    this.#blame(message, envelopeFaults(message, ['method', 'params']));
    // Before 2025-11-25 the definitions of messages leave out what all messages have.
    const { jsonrpc: _, id: __, ...bare } = message;
    this.#compare(revision, type, withoutTaskIds(revision >= '2025-11-25' ? message : bare), message);
  }

  #revisionOf(method: string, params: JsonObject): Revision {
    const agreed = this.#agreed;
    const isSubscribed = isObject(params['_meta']) && subscriptionKey in params['_meta'];
    if (isSubscribed) return modern;
    return method === 'notifications/progress' && this.#modernTokens.has(params['progressToken'])
      ? modern
      : agreed;
  }

  #judgeError(message: JsonObject): void {
    const { revision } = this.#answered(message) ?? { revision: this.#agreed };
    this.#blame(message, envelopeFaults(message, ['error']));
    // The older schemas ask for the id even of an error about a message whose id could not be read.
    const type = revision >= '2025-11-25' ? 'JSONRPCErrorResponse' : 'JSONRPCError';
    this.#compare(revision, type, { id: 0, ...message }, message);
    const code = isObject(message['error']) ? Number(message['error']['code']) : 0;
    const special = errorTypes[code];
    if (special !== undefined) this.#compare(revision, special, message, message);
  }

  #judgeResult(message: JsonObject): void {
    const asked = this.#answered(message);
    const { id, result } = message;
    if (asked === undefined) return this.#blame(message, [`nobody asked under ${JSON.stringify(id)}`]);
    this.#blame(message, envelopeFaults(message, ['result']));
    if (!isObject(result)) return this.#blame(message, ['its result is no object']);
    const { revision } = asked;
    const ofTask = taskFaults(asked.method, result);
    if (ofTask !== undefined) return this.#blame(message, ofTask);
    const isQuestion = result['resultType'] === 'input_required';
    const type = isQuestion ? 'InputRequiredResult' : (resultTypes[asked.method] ?? 'EmptyResult');
    this.#compare(revision, type, result, message);
  }

  #answered({ id }: JsonObject): Asked | undefined {
    const key = JSON.stringify(id) ?? '';
    return this.#asked.get(key)?.shift();
  }

  #compare(revision: Revision, type: string, value: JsonObject, message: unknown): void {
    this.#blame(message, [...officialFaults(revision, type, value), ...packageFaults(revision, type, value)]);
  }

  #blame(message: unknown, faults: readonly string[]): void {
    this.faults.push(...faults.map((fault) => `${fault} in ${JSON.stringify(message)}`));
  }
}

const envelopeFaults = (message: JsonObject, members: readonly string[]): string[] => {
  const { jsonrpc, id } = message;
  const allowed = ['jsonrpc', 'id', ...members];
  const strays = Object.keys(message).filter((name) => !allowed.includes(name));
  const isId = id === undefined || typeof id === 'string' || Number.isInteger(id);
  return [
    ...(jsonrpc === '2.0' ? [] : ['it is not marked as JSON-RPC 2.0']),
    ...(isId ? [] : ['its id is neither string nor integer']),
    ...strays.map((name) => `/${name} is no member of a message`),
  ];
};

const officialFaults = (revision: Revision, type: string, value: unknown): string[] => {
  const schemas = officialSchemas.get(revision);
  if (schemas === undefined) return [];
  if (!schemas.has(type)) return [`${revision} has no ${type}`];
  const pointer = `${schemas.definitions}/${type}`;
  const faults = schemas.faults(pointer, value).map((fault) => `${revision} ${type}: ${fault}`);
  return faults.length > 0 ? faults : straysOf(schemas, value, pointer, '');
};

const agreedRevision = (received: readonly unknown[]): Revision | undefined => {
  const results = received.flat().map((message) => (isObject(message) ? message['result'] : undefined));
  const versions = results.map((result) => (isObject(result) ? result['protocolVersion'] : undefined));
  return versions.find((version): version is Revision => allRevisions.includes(version as Revision));
};

const parse = (message: unknown): unknown => {
  if (typeof message !== 'string') return message;
  try {
    return JSON.parse(message);
  } catch {
    return message;
  }
};

/** What is wrong with the server's side of a conversation whose client speaks `revision`. */
export const wireFaults = ({ sent, received }: Conversation, revision: Revision): string[] => {
  const judge = new Judge(agreedRevision(received) ?? revision);
  for (const message of sent) judge.hear(parse(message));
  for (const message of received) judge.judge(message);
  return judge.faults;
};
