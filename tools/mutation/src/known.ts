// Changes that no test can or need notice, each with its reason.

/** A change by what stands in the source, so that lines may move. */
export interface Known {
  readonly file: string;
  readonly reason: string;
  readonly original: string;
  readonly replacement: string;
}

type Change = readonly [original: string, replacement: string];

const inFile = (file: string, reason: string, ...changes: readonly Change[]): Known[] =>
  changes.map(([original, replacement]) => ({ file, reason, original, replacement }));

const TYPES = 'Only the compiler asks for it: the value is never missing here.';

export const known: readonly Known[] = [
  ...inFile(
    'conversation/conversation.ts',
    'A cancellation would have to come between two turns of the queue of promises.',
    ['call.settled', 'false'],
    ['throw cancelled();', ''],
  ),
  ...inFile('conversation/conversation.ts', TYPES, ['call.params ?? {}', 'call.params']),
  ...inFile('conversation/dispatch.ts', 'The request on its own call is the request as it is.', [
    'execution === undefined',
    'false',
  ]),
  ...inFile(
    'conversation/dispatch.ts',
    'The pause is for clients that read progress and answer at once: the tests of the official clients notice it.',
    ['await pause;', ''],
  ),
  ...inFile(
    'conversation/dispatch.ts',
    'No handler of ours names another shape than its own; extensions may.',
    ['shape = given instanceof ShapedReply ? given.shape : handler.shape;', ''],
    ['given instanceof ShapedReply', 'false'],
  ),
  ...inFile('conversation/observer.ts', TYPES, [
    'this.#began.get(call) ?? performance.now()',
    'this.#began.get(call)',
  ]),
  ...inFile('conversation/observer.ts', TYPES, ['this.#sessionBegan === undefined', 'false']),
  ...inFile('conversation/observer.ts', TYPES, ['settled === undefined', 'false']),
  ...inFile('conversation/request.ts', 'A call that is over sends nothing either; this saves spelling it.', [
    'this.execution.settled',
    'false',
  ]),
  ...inFile(
    'conversation/request.ts',
    'The response of a call that is over has ended: to end it again does nothing.',
    ['!call.settled', 'true'],
  ),
  ...inFile('limits/admission.ts', TYPES, ['this.#pause === undefined', 'false']),
  ...inFile('features/asking/mrtr.ts', 'To wait for undefined is to wait for nothing.', [
    'rounds.resume?.() ?? Promise.resolve()',
    'rounds.resume?.()',
  ]),
  ...inFile('features/asking/mrtr.ts', 'To wait for undefined is to wait for nothing.', [
    'rounds.consumeState?.() ?? Promise.resolve()',
    'rounds.consumeState?.()',
  ]),
  ...inFile('features/asking/state-seal.ts', TYPES, [
    'fromBase64Url(text.slice(VERSION.length)) ?? new Uint8Array()',
    'fromBase64Url(text.slice(VERSION.length))',
  ]),
  ...inFile(
    'features/asking/state-seal.ts',
    TYPES,
    ['key === undefined', 'false'],
    ["throw new Error('no key');", ''],
  ),
  ...inFile('features/asking/state-seal.ts', 'Eleven random bytes identify the state as well as twelve.', [
    '0',
    '1',
  ]),
  ...inFile(
    'features/asking/state-seal.ts',
    'What is too long, too short or not Base64 does not decrypt: this saves the work.',
    ['text.length > MAX_STATE_CHARACTERS', 'text.length >= MAX_STATE_CHARACTERS'],
    ["typeof text !== 'string' || text.length > MAX_STATE_CHARACTERS", "typeof text !== 'string'"],
    ['bytes === undefined || bytes.length <= IV_BYTES', 'false'],
    ['bytes === undefined || bytes.length <= IV_BYTES', 'bytes === undefined'],
    ['bytes.length <= IV_BYTES', 'bytes.length < IV_BYTES'],
  ),
  ...inFile(
    'features/asking/state-seal.ts',
    'The server seals what it opens, always with a time; and no test can hit one millisecond.',
    [
      "typeof opened['expires'] === 'number' && opened['expires'] > Date.now()",
      "opened['expires'] > Date.now()",
    ],
    ["opened['expires'] > Date.now()", "opened['expires'] >= Date.now()"],
  ),
  ...inFile('features/asking/state-seal.ts', 'A key that could be read is read by nobody.', [
    'false',
    'true',
  ]),
  ...inFile('features/asking/state-seal.ts', TYPES, ['call.params ?? {}', 'call.params']),
  ...inFile('features/asking/stateless-rounds.ts', TYPES, [
    'this.request.call.params ?? {}',
    'this.request.call.params',
  ]),
  ...inFile(
    'features/asking/stateless-rounds.ts',
    'What every object has are functions, and no answer is one.',
    ['Object.hasOwn(this.#given, key)', 'true'],
    ['!isObject(given)', 'false'],
  ),
  ...inFile(
    'features/asking/stateless-rounds.ts',
    'The server seals what it opens, always in this form.',
    [
      "isObject(value['answers']) && isObject(value['once']) && typeof value['rounds'] === 'number'",
      "isObject(value['answers']) && isObject(value['once'])",
    ],
    [
      "isObject(value['answers']) && isObject(value['once']) && typeof value['rounds'] === 'number'",
      "typeof value['rounds'] === 'number'",
    ],
    ["isObject(value['answers']) && isObject(value['once'])", "isObject(value['answers'])"],
    ["isObject(value['answers']) && isObject(value['once'])", "isObject(value['once'])"],
  ),
  ...inFile(
    'transports/http/entry/client-limits.ts',
    'Who comes without a caller counts for its address twice and is given one back.',
    ['exchange.caller !== undefined', 'true'],
  ),
  ...inFile(
    'transports/http/entry/client-limits.ts',
    TYPES,
    ['this.#open.get(key) ?? 1', 'this.#open.get(key)'],
    ['1', '2'],
  ),
  ...inFile(
    'transports/http/entry/client-limits.ts',
    'An entry of 0 counts as none: it is deleted to save memory.',
    ['left > 0', 'true'],
    ['left > 0', 'left >= 0'],
  ),
  ...inFile(
    'transports/http/entry/client-limits.ts',
    'The first 64 bits of an address are the same.',
    ["tail === undefined || tail === ''", 'tail === undefined'],
    ['0', '1'],
  ),
  ...inFile('transports/http/entry/credentials.ts', 'The limit is no promise to the character.', [
    'token.length <= MAX_TOKEN_CHARACTERS',
    'token.length < MAX_TOKEN_CHARACTERS',
  ]),
  ...inFile('transports/http/entry/credentials.ts', 'The text "undefined" is no header of this form.', [
    "exchange.header('authorization') ?? ''",
    "exchange.header('authorization')",
  ]),
  ...inFile('transports/http/entry/credentials.ts', 'Beyond the end there is NaN on both sides.', [
    'i < token.length',
    'i <= token.length',
  ]),
  ...inFile('transports/http/entry/handler.ts', TYPES, [
    "this.#settings.report?.('a request over HTTP failed', error)",
    "this.#settings.report('a request over HTTP failed', error)",
  ]),
  ...inFile(
    'transports/http/entry/handler.ts',
    'What is served below /.well-known/ is public, and answered before.',
    [
      "route === undefined && exchange.path.startsWith('/.well-known/')",
      "exchange.path.startsWith('/.well-known/')",
    ],
  ),
  ...inFile('transports/http/entry/scopes.ts', 'A comparison with undefined is false.', [
    '!showsFaults || code === undefined',
    '!showsFaults',
  ]),
];
