// Properties that hold for any input; a counterexample is made small and printed with its seed.
import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineReader } from '../../src/transports/stdio/lines.ts';
import { handshake, inProcess, isMessage, type End, type Message } from './ends.ts';
import { SEED } from './random.ts';

const RUNS = { seed: SEED, numRuns: 300 };

const linesOf = (chunks: readonly Buffer[], maxBytes: number): string[] => {
  const lines: string[] = [];
  const reader = new LineReader(
    {
      line: (text) => lines.push(text),
      tooLong: () => lines.push('(too long)'),
      notUtf8: () => lines.push('(not UTF-8)'),
    },
    maxBytes,
    (bytes) => Buffer.from(Buffer.from(bytes).toString('utf8')).equals(Buffer.from(bytes)),
  );
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return lines;
};

const bytes = fc
  .array(
    fc.oneof(
      fc.constantFrom('\n', '\r\n', 'é', '😀', '\uFFFD'),
      fc.string({ maxLength: 8 }),
      fc.constant(Buffer.from([0xff])),
    ),
  )
  .map((parts) => Buffer.concat(parts.map((part) => Buffer.from(part))));

test('chunk borders in a stream do not matter', () => {
  fc.assert(
    fc.property(
      bytes,
      fc.array(fc.nat({ max: 200 })),
      fc.integer({ min: 1, max: 30 }),
      (whole, cuts, max) => {
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, whole.length)).toSorted((a, b) => a - b),
          whole.length,
        ];
        const chunks = places.slice(1).map((end, i) => whole.subarray(places[i], end));
        expect(linesOf(chunks, max)).toEqual(linesOf([whole], max));
      },
    ),
    RUNS,
  );
});

const exchange = async (end: End, message: unknown, after: string): Promise<Message[]> => {
  const seen = end.inbox.parsed.length;
  await end.write(`${JSON.stringify(message)}\n{"jsonrpc":"2.0","id":"${after}","method":"ping"}\n`);
  await end.inbox.answer(after);
  return end.inbox.parsed
    .slice(seen)
    .flat()
    .filter(isMessage)
    .filter(({ id }) => id !== after);
};

/** Like `exchange`, for a request: its answer may come after the one to the ping. */
const request = async (end: End, id: number, message: object): Promise<Message[]> => {
  const seen = end.inbox.parsed.length;
  const others = await exchange(end, { jsonrpc: '2.0', id, ...message }, `after ${id}`);
  await end.inbox.answer(id);
  return others.length > 0 ? others : end.inbox.parsed.slice(seen + 1).filter(isMessage);
};

const opened = async (): Promise<End> => {
  const end = inProcess(1_000_000);
  await end.write(handshake('2025-11-25'));
  await end.inbox.answer('init');
  return end;
};

const fieldsOfEnvelope = {
  'io.modelcontextprotocol/protocolVersion': fc.oneof(
    fc.constantFrom('2026-07-28', '2025-11-25'),
    fc.jsonValue(),
  ),
  'io.modelcontextprotocol/clientCapabilities': fc.oneof(fc.constant({}), fc.jsonValue()),
  'io.modelcontextprotocol/clientInfo': fc.oneof(fc.constant({ name: 'a', version: '1' }), fc.jsonValue()),
  'io.modelcontextprotocol/logLevel': fc.oneof(fc.constant('info'), fc.jsonValue()),
  progressToken: fc.oneof(fc.constant(1), fc.jsonValue()),
};
const likely = fc.oneof(
  fc.constantFrom(
    'echo',
    'greeting',
    'test://fixed',
    'test://family/a',
    'test://family/{name}',
    'info',
    'ref/prompt',
    'ref/resource',
  ),
  fc.jsonValue(),
);
const loose = (fields: { [name: string]: fc.Arbitrary<unknown> }): fc.Arbitrary<unknown> =>
  fc.oneof(fc.record(fields, { requiredKeys: [] }), fc.jsonValue());
const params = loose({
  _meta: loose(fieldsOfEnvelope),
  name: likely,
  uri: likely,
  cursor: likely,
  level: likely,
  arguments: loose({ value: fc.jsonValue(), name: likely }),
  ref: loose({ type: likely, name: likely, uri: likely }),
  argument: loose({ name: likely, value: likely }),
  context: loose({ arguments: loose({ a: likely }) }),
  notifications: loose({
    toolsListChanged: fc.jsonValue(),
    resourceSubscriptions: fc.oneof(fc.array(likely), fc.jsonValue()),
  }),
  inputResponses: fc.jsonValue(),
  requestState: likely,
});
const method = fc.constantFrom(
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'resources/templates/list',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'initialize',
  'ping',
  'server/discover',
);

test(
  'a request with any params is answered once, and never by an internal error',
  { timeout: 60_000 },
  async () => {
    const end = await opened();
    let n = 0;
    await fc.assert(
      fc.asyncProperty(method, params, async (name, given) => {
        n++;
        const answers = await request(end, n, { method: name, params: given });
        expect(answers).toEqual([expect.objectContaining({ id: n })]);
        expect(answers).not.toMatchObject([{ error: { code: -32603 } }]);
      }),
      { ...RUNS, numRuns: 1500 },
    );
    await end.end();
  },
);

test(
  'any JSON value is answered at most once, under its own id or none, and never by an internal error',
  { timeout: 60_000 },
  async () => {
    const end = await opened();
    let n = 0;
    const message = loose({
      jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()),
      id: fc.oneof(fc.nat(), fc.string(), fc.jsonValue()),
      method: fc.oneof(fc.constantFrom('ping', 'notifications/initialized'), fc.jsonValue()),
      params: fc.jsonValue(),
      result: fc.jsonValue(),
      error: loose({ code: fc.integer(), message: fc.string() }),
    });
    await fc.assert(
      fc.asyncProperty(message, async (value) => {
        n++;
        const answers = await exchange(end, value, `after ${n}`);
        expect(answers.length).toBeLessThanOrEqual(1);
        const [answer] = answers;
        const id: unknown = isMessage(value) ? value['id'] : undefined;
        // An answer has the id of the message, or none if that is invalid.
        expect([id, undefined]).toContainEqual(answer?.['id']);
        expect(answer).not.toMatchObject({ error: { code: -32603 } });
      }),
      { ...RUNS, numRuns: 1500 },
    );
    await end.end();
  },
);
