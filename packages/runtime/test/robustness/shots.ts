// Flood messages: legal, odd and broken ones, each with its expected answer.
import { Buffer } from 'node:buffer';
import type { Expected, Shot } from './judge.ts';
import { deepText, jsonText, normalised } from './json-text.ts';
import type { Random } from './random.ts';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

const NOTHING: Expected = { kind: 'nothing' };
const METHODS = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'initialize',
  'ping',
  'server/discover',
  'subscriptions/listen',
] as const;
const NOTIFICATIONS = [
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/roots/list_changed',
  'notifications/nothing',
  'tools/list',
  '',
] as const;
const MEMBERS = [
  'name',
  'uri',
  'arguments',
  'cursor',
  'level',
  'ref',
  'argument',
  '_meta',
  'requestId',
  'progressToken',
  'protocolVersion',
  'inputResponses',
  'requestState',
  '__proto__',
] as const;

/** Makes shots; each request gets its own id unless special. */
export class Armoury {
  readonly #random: Random;
  readonly #maxBytes: number;
  readonly #batches: boolean;
  #last = 0;
  /** Calls that wait to be cancelled. */
  readonly #hanging: number[] = [];
  #previous: Shot | undefined;

  /** `batches` says whether the session's revision has them. */
  constructor(random: Random, maxBytes: number, batches: boolean) {
    this.#random = random;
    this.#maxBytes = maxBytes;
    this.#batches = batches;
  }

  /** The next shot. */
  shot(): Shot {
    const random = this.#random;
    if (this.#hanging.length > 8 || (this.#hanging.length > 0 && random.oneIn(20))) return this.#cancel();
    const kind = random.below(100);
    if (kind < 35) return this.#single();
    if (kind < 45) return this.#again();
    if (kind < 53) return this.#hang();
    if (kind < 65) return this.#batch();
    if (kind < 75) return garbage(random);
    if (kind === 75) return this.#oversized();
    if (kind < 80) return { line: bytesOf(random), expected: [anonymous(PARSE_ERROR)] };
    if (kind < 90) return this.#single();
    return this.#stateless();
  }

  /** Cancels what still hangs, so that the flood can end. */
  finish(): Shot[] {
    const shots: Shot[] = [];
    while (this.#hanging.length > 0) shots.push(this.#cancel());
    return shots;
  }

  #id(): { text: string; id: string | number } {
    const n = ++this.#last;
    const ids = [n, -n, `s${n}`, `${n}`, `é😀${n}`, Number.MAX_SAFE_INTEGER - n] as const;
    const id = this.#random.pick(ids);
    return { id, text: JSON.stringify(id) };
  }

  #single(): Shot {
    const random = this.#random;
    const kind = random.below(12);
    const { id, text } = this.#id();
    const answer = (is: string | number | undefined): Expected[] => [{ kind: 'answer', id, is }];
    const request = (rest: string): string => `{"jsonrpc":"2.0","id":${text},${rest}}`;
    switch (kind) {
      case 0:
      case 1:
      case 2: {
        const value = random.oneIn(30) ? deepText(1 + random.below(1000)) : jsonText(random);
        const call = `"method":"tools/call","params":{"name":"echo","arguments":{"value":${value}}}`;
        return this.#remember({ line: request(call), expected: answer(normalised(value)) });
      }
      case 3: {
        const call = `"method":"tools/call","params":{"name":"slow","arguments":{"ms":${random.below(3)}}}`;
        return this.#remember({ line: request(call), expected: answer('null') });
      }
      case 4:
        return { line: request(`"method":"no/${random.below(9)}"`), expected: answer(METHOD_NOT_FOUND) };
      case 5:
        return {
          line: request('"method":"tools/call","params":{"name":"nothing"}'),
          expected: answer(INVALID_PARAMS),
        };
      case 6:
        return {
          line: request(`"method":"ping","params":[${jsonText(random)}]`),
          expected: answer(INVALID_PARAMS),
        };
      case 7:
        return { line: request('"method":7'), expected: answer(INVALID_REQUEST) };
      case 8: {
        const special = random.pick([0, '', Number.MAX_SAFE_INTEGER, -1]);
        return {
          line: `{"method":"ping","id":${JSON.stringify(special)},"jsonrpc":"2.0"}`,
          expected: [{ kind: 'answer', id: special, is: undefined }],
        };
      }
      case 9:
        return badId(random);
      case 10:
        return silent(random);
      default:
        return {
          line: request(`"method":"${random.pick(METHODS)}","params":${this.#params()}`),
          expected: answer(undefined),
        };
    }
  }

  // Random params under the names that the methods know.
  #params(): string {
    const random = this.#random;
    const members = Array.from(
      { length: random.below(4) },
      () => `"${random.pick(MEMBERS)}":${jsonText(random, 2)}`,
    );
    if (random.oneIn(50)) members.push(`"deep":${deepText(20_000)}`);
    return `{${members.join(',')}}`;
  }

  // The same line again: the earlier one may still run, so it may be refused, but it must be answered.
  #again(): Shot {
    const { line, expected } = this.#previous ?? this.#single();
    return {
      line,
      expected: expected.map((one) => (one.kind === 'answer' ? { ...one, is: undefined } : one)),
    };
  }

  #remember(shot: Shot): Shot {
    this.#previous = { ...shot, expected: shot.expected };
    return shot;
  }

  #hang(): Shot {
    const id = 1_000_000 + ++this.#last;
    this.#hanging.push(id);
    const call = `"method":"tools/call","params":{"name":"slow","arguments":{"ms":60000}}`;
    return { line: `{"jsonrpc":"2.0","id":${id},${call}}`, expected: [NOTHING] };
  }

  #cancel(): Shot {
    const id = this.#hanging.shift() ?? 0;
    const params = `{"requestId":${id},"reason":${this.#random.pick(['"enough"', '7', 'null'])}}`;
    return {
      line: `{"jsonrpc":"2.0","method":"notifications/cancelled","params":${params}}`,
      expected: [NOTHING],
    };
  }

  #batch(): Shot {
    const random = this.#random;
    const shots = Array.from({ length: random.below(6) }, () => this.#single());
    const line = `[${shots.map((shot) => String(shot.line)).join(',')}]`;
    const isTooLong = Buffer.byteLength(line) > this.#maxBytes;
    if (!this.#batches || shots.length === 0 || isTooLong)
      return { line, expected: [anonymous(INVALID_REQUEST)] };
    return { line, expected: shots.flatMap(({ expected }) => expected) };
  }

  #oversized(): Shot {
    const { text } = this.#id();
    const filler = 'x'.repeat(this.#maxBytes + this.#random.below(3 * this.#maxBytes));
    return {
      line: `{"jsonrpc":"2.0","id":${text},"method":"ping","params":{"filler":"${filler}"}}`,
      expected: [anonymous(INVALID_REQUEST)],
    };
  }

  // A request with an envelope of 2026-07-28, whole or damaged, on the same pipe.
  #stateless(): Shot {
    const random = this.#random;
    const { id, text } = this.#id();
    const version = random.pick([
      '"2026-07-28"',
      '"2026-07-28"',
      '"2025-11-25"',
      '"1999-01-01"',
      '7',
      'null',
    ]);
    const capabilities = random.pick(['{}', '{}', '{"elicitation":{}}', '[]', jsonText(random, 2)]);
    const info = random.pick(['{"name":"a","version":"1"}', jsonText(random, 2)]);
    const prefix = 'io.modelcontextprotocol/';
    const meta = `{"${prefix}protocolVersion":${version},"${prefix}clientCapabilities":${capabilities},"${prefix}clientInfo":${info}}`;
    const value = jsonText(random);
    const call = `"method":"tools/call","params":{"_meta":${meta},"name":"echo","arguments":{"value":${value}}}`;
    return {
      line: `{"jsonrpc":"2.0","id":${text},${call}}`,
      expected: [{ kind: 'answer', id, is: undefined }],
    };
  }
}

const anonymous = (code: number): Expected => ({ kind: 'anonymous', code });

const badId = (random: Random): Shot => {
  const id = random.pick(['null', '1.5', '1e400', '9007199254740992', '{}', '[1]', 'true', '-0.25']);
  return { line: `{"jsonrpc":"2.0","id":${id},"method":"ping"}`, expected: [anonymous(INVALID_REQUEST)] };
};

// Notifications and responses, even broken ones, are never answered.
const silent = (random: Random): Shot => {
  const foreignId = random.pick(['"x"', '""', 'null', '1.5', '1e400', '{}', '[1]', '99999999', 'true']);
  const params = random.pick(['{}', '[]', '[1]', `{"requestId":${foreignId}}`]);
  const id = random.pick(['1', '"x"', '0', '-5', '99999999']);
  const line = random.pick([
    `{"jsonrpc":"2.0","method":"${random.pick(NOTIFICATIONS)}","params":${params}}`,
    `{"jsonrpc":"2.0","method":"${random.pick(NOTIFICATIONS)}"}`,
    `{"jsonrpc":"2.0","id":${id},"result":{"value":${jsonText(random)}}}`,
    `{"jsonrpc":"2.0","id":${id},"error":{"code":-1,"message":"no"}}`,
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
    `{"jsonrpc":"2.0","id":${id},"result":7}`,
  ]);
  return { line, expected: [NOTHING] };
};

// Text that is not JSON, and JSON that is not a message.
const garbage = (random: Random): Shot => {
  const broken = [
    '{',
    '}',
    '{"jsonrpc":"2.0"',
    'hello',
    "{'a':1}",
    '[1,2',
    '\u0000',
    '\uFEFF{}',
    ' ',
    'NaN',
    '{"a":01}',
  ] as const;
  const shapeless = [
    '1',
    '"text"',
    'null',
    'true',
    '{}',
    '{"id":{}}',
    '{"jsonrpc":"1.0","method":"ping"}',
  ] as const;
  if (random.oneIn(2)) return { line: random.pick(broken), expected: [anonymous(PARSE_ERROR)] };
  if (random.oneIn(4)) return { line: '', expected: [NOTHING] };
  return { line: random.pick(shapeless), expected: [anonymous(INVALID_REQUEST)] };
};

// Bytes that are not UTF-8; no newline among them.
const bytesOf = (random: Random): Uint8Array => {
  const broken: [string, ...string[]] = ['ff', 'c328', 'e282', 'f09f98', 'eda080', 'c0af'];
  const start = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"');
  return Buffer.concat([start, Buffer.from(random.pick(broken), 'hex'), Buffer.from('"}}')]);
};
