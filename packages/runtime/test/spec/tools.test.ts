// Tools: declaring, listing and calling them (server/tools).
import { expect } from 'vitest';
import { defineServer, defineTool, ToolError, ToolResult, toolRegistry } from '../../src/index.ts';
import type { Report } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import type { Bench, Message } from './harness.ts';
import { answerTo, errorTo, notificationOf, request, requestOf, resultIn } from './messages.ts';
import { connected } from './requirements/types.ts';

const info = { name: 'test', version: '1.0.0' };
const echo = defineTool({
  name: 'echo',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string' }, times: { type: 'integer', minimum: 1, default: 1 } },
    required: ['text'],
    additionalProperties: false,
  },
  run: ({ text, times }) => text.repeat(times),
});
const named = (name: string): ReturnType<typeof defineTool> => defineTool({ name, run: () => name });
const call = ({ revision }: Bench, params?: Message, id: string | number = 'c'): Message =>
  request(revision, id, 'tools/call', params);
/** An error result with one text. */
const failure = ({ revision }: Bench, text: unknown): Message =>
  resultIn(revision, { content: [{ type: 'text', text }], isError: true });

verifies('TOOL-1', 'declares a fixed list of tools without promising changes', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [echo], logging: false }));
  expect(client.server['capabilities']).toEqual({ tools: {} });
});

verifies(
  'TOOL-1',
  'declares a live list and says once when it changed',
  async ({ connect }) => {
    const tools = toolRegistry([echo]);
    const client = await connect(defineServer({ ...info, tools, logging: false }));
    expect(client.server['capabilities']).toEqual({ tools: { listChanged: true } });
    await client.request('ping');
    tools.add(named('a'));
    tools.add(named('b'));
    tools.delete('echo');
    await client.waitFor(({ method }) => method === 'notifications/tools/list_changed');
    const { tools: listed } = await client.request('tools/list');
    expect(listed).toMatchObject([{ name: 'a' }, { name: 'b' }]);
    expect(client.notifications()).toEqual([notificationOf('notifications/tools/list_changed')]);
  },
  { transports: connected },
);

verifies('TOOL-2', 'lists tools in pages of the chosen size', async ({ connect }) => {
  const tools = ['a', 'b', 'c', 'd', 'e'].map((name) => named(name));
  const client = await connect(defineServer({ ...info, tools, pageSize: 2 }));
  const entry = (name: string): object => ({
    name,
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  });
  const first = await client.request('tools/list');
  expect(first).toEqual({ tools: [entry('a'), entry('b')], nextCursor: expect.any(String) });
  const second = await client.request('tools/list', { cursor: first['nextCursor'] });
  expect(second).toEqual({ tools: [entry('c'), entry('d')], nextCursor: expect.any(String) });
  const third = await client.request('tools/list', { cursor: second['nextCursor'] });
  expect(third).toEqual({ tools: [entry('e')] });
});

verifies('TOOL-3', 'lists an object schema for each tool, also one without parameters', async (bench) => {
  const tools = [named('bare'), echo];
  const client = await bench.connect(defineServer({ ...info, tools }));
  expect(await exchange(client, requestOf('l', 'tools/list'))).toEqual(
    answerTo('l', {
      tools: [
        { name: 'bare', inputSchema: { type: 'object', properties: {}, additionalProperties: false } },
        {
          name: 'echo',
          inputSchema: {
            type: 'object',
            properties: { text: { type: 'string' }, times: { type: 'integer', minimum: 1, default: 1 } },
            required: ['text'],
            additionalProperties: false,
          },
        },
      ],
    }),
  );
});

verifies({ stateful: 'TOOL-4', modern: 'L-02' }, 'refuses an unknown tool as bad params', async (bench) => {
  const tools = toolRegistry([echo, named('gone')]);
  const client = await bench.connect(defineServer({ ...info, tools }));
  tools.delete('gone');
  for (const name of ['unknown', 'gone', 'Echo', ' echo', '', 'toString', '__proto__', 'constructor']) {
    expect(await exchange(client, call(bench, { name, arguments: { text: 'a' } }, `c ${name}`))).toEqual(
      errorTo(`c ${name}`, { code: -32602, message: expect.stringContaining(JSON.stringify(name)) }),
    );
  }
});

verifies('TOOL-4', 'suggests the tool that was probably meant', async (bench) => {
  const client = await bench.connect(defineServer({ ...info, tools: [echo, named('other')] }));
  const { error } = await exchange(client, call(bench, { name: 'echos' }));
  expect(error).toEqual({ code: -32602, message: expect.stringContaining('did you mean "echo"?') });
});

const malformedCalls = { stateful: 'TOOL-5', modern: 'L-02' };
verifies(
  malformedCalls,
  'refuses a call without name or with arguments that are no object',
  async (bench) => {
    let runs = 0;
    const count = defineTool({ name: 'count', run: () => `${++runs}` });
    const client = await bench.connect(defineServer({ ...info, tools: [count] }));
    const malformed = [
      ...[undefined, {}, { name: null }, { name: 7 }, { name: ['count'] }],
      ...[[], null, 'text', 7, true].map((args) => ({ name: 'count', arguments: args })),
    ];
    for (const [id, params] of malformed.entries()) {
      expect(await exchange(client, call(bench, params, id + 100))).toEqual(
        errorTo(id + 100, { code: -32602, message: expect.any(String) }),
      );
    }
    expect(runs).toBe(0);
  },
);

const badArguments = { stateful: ['TOOL-6', 'PROJ-34'], modern: 'L-02' };
verifies(badArguments, 'says for each bad argument where it is and what to do', async (bench) => {
  const client = await bench.connect(defineServer({ ...info, tools: [echo] }));
  const cases: readonly [object, readonly RegExp[]][] = [
    [{}, [/^Invalid arguments for tool echo:/, /"text"/]],
    [{ text: 7 }, [/\/text: .*"string"/]],
    [{ text: 'a', times: 0 }, [/\/times: .*\b1\b/]],
    [{ text: 'a', times: 1.5 }, [/\/times: .*"integer"/]],
    [{ text: 'a', tims: 2 }, [/unknown property "tims"/, /did you mean "times"\?/]],
    [{ text: 'a', other: 2 }, [/unknown property "other"/, /text, times/]],
    [{ text: 7, times: 'b' }, [/\/text: /, /\/times: /]],
    [{ txt: 'a' }, [/"text"[^]*unknown property "txt"[^]*did you mean "text"\?/]],
    [{ text: null }, [/\/text: /]],
  ];
  for (const [args, patterns] of cases) {
    const id = JSON.stringify(args);
    const answer = await exchange(client, call(bench, { name: 'echo', arguments: args }, id));
    expect(answer).toEqual(answerTo(id, failure(bench, expect.any(String))));
    for (const pattern of patterns)
      expect(JSON.parse(JSON.stringify(answer)).result.content[0].text).toMatch(pattern);
  }
});

const failures = { stateful: 'TOOL-7', modern: 'L-02' };
verifies(failures, 'turns the error of a tool into an error result with its text', async (bench) => {
  const fail = defineTool({
    name: 'fail',
    inputSchema: { type: 'object', properties: { late: { type: 'boolean', default: false } } },
    run: async ({ late }) => {
      if (late) await Promise.resolve();
      throw new ToolError('The file is too large.\nAsk for a part of it.');
    },
  });
  const failNow = defineTool({
    name: 'fail-now',
    run: () => {
      throw new ToolError('No.');
    },
  });
  const client = await bench.connect(defineServer({ ...info, tools: [fail, failNow] }));
  for (const late of [true, false]) {
    expect(await exchange(client, call(bench, { name: 'fail', arguments: { late } }, `${late}`))).toEqual(
      answerTo(`${late}`, failure(bench, 'The file is too large.\nAsk for a part of it.')),
    );
  }
  expect(await client.request('tools/call', { name: 'fail-now' })).toEqual(failure(bench, 'No.'));
});

verifies(failures, 'masks the text of a bug but reports it under the same number', async (bench) => {
  const reports: Report[] = [];
  const broken = defineTool({
    name: 'broken',
    inputSchema: {
      type: 'object',
      properties: { how: { enum: ['error', 'late', 'text'] } },
      required: ['how'],
    },
    run: ({ how }) => {
      if (how === 'late') return Promise.reject(new TypeError('the password is 1234'));
      throw how === 'error' ? new Error('the password is 1234') : 'the password is 1234';
    },
  });
  const report = (entry: Report): void => void reports.push(entry);
  const client = await bench.connect(defineServer({ ...info, tools: [broken], report }));
  for (const how of ['error', 'late', 'text']) {
    const result = await client.request('tools/call', { name: 'broken', arguments: { how } });
    const masked = /^Internal error \([0-9a-f]{8}\); the server's log has the details$/;
    expect(result).toEqual(failure(bench, expect.stringMatching(masked)));
    const number = /\(([0-9a-f]+)\)/.exec(JSON.stringify(result))?.[1];
    expect(reports.at(-1)).toMatchObject({ level: 'error', id: number });
    expect(JSON.stringify(result)).not.toContain('1234');
  }
  expect(reports).toHaveLength(3);
});

verifies('TOOL-8', 'takes missing arguments as an empty object', async ({ connect }) => {
  const show = defineTool({
    name: 'show',
    inputSchema: { type: 'object', properties: { size: { type: 'integer', default: 3 } } },
    run: (args) => JSON.stringify(args),
  });
  const client = await connect(defineServer({ ...info, tools: [show] }));
  const expected = { content: [{ type: 'text', text: '{"size":3}' }] };
  expect(await client.request('tools/call', { name: 'show' })).toEqual(expected);
  expect(await client.request('tools/call', { name: 'show', arguments: {} })).toEqual(expected);
});

verifies('TOOL-9', 'always sends a content array, be it empty', async (bench) => {
  const returns: readonly (() => ToolResult | [] | void)[] = [
    () => {},
    () => [],
    () => new ToolResult({}),
    () => new ToolResult({ content: [] }),
  ];
  const tools = returns.map((run, index) => defineTool({ name: `t${index}`, run }));
  const client = await bench.connect(defineServer({ ...info, tools }));
  for (const { name } of tools) {
    expect(await exchange(client, call(bench, { name }, name))).toEqual(answerTo(name, { content: [] }));
  }
});

const names = { stateful: 'TOOL-19', modern: 'L-05' };
verifies(
  names,
  'refuses malformed and doubled tool names when it is built',
  async ({ connect, revision }) => {
    const malformed = ['', 'a b', 'ä', 'a/b', 'a:b', 'a\n', 'x'.repeat(129)];
    for (const name of malformed) {
      expect(() => defineServer({ ...info, tools: [named(name)] })).toThrow(/name/);
      expect(() => toolRegistry().add(named(name))).toThrow(/name/);
    }
    expect(() => defineServer({ ...info, tools: [named('a'), echo, named('a')] })).toThrow(/"a"/);
    expect(() => toolRegistry([named('a')]).add(named('a'))).toThrow(/"a"/);
    const good = ['a', 'A', '0', '_', '-', '.', 'a.b-c_D', 'x'.repeat(128)];
    const client = await connect(defineServer({ ...info, tools: good.map((name) => named(name)) }));
    for (const name of good) {
      expect(await client.request('tools/call', { name })).toEqual(
        resultIn(revision, { content: [{ type: 'text', text: name }] }),
      );
    }
  },
);

verifies('TOOL-21', 'never runs a tool on arguments that its schema refuses', async ({ connect }) => {
  const seen: unknown[] = [];
  const strict = defineTool({
    name: 'strict',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', pattern: '^[a-z]+$', maxLength: 3 },
        list: { type: 'array', items: { type: 'integer' }, maxItems: 2 },
      },
      required: ['id'],
      additionalProperties: false,
    },
    run: (args) => void seen.push(args),
  });
  const client = await connect(defineServer({ ...info, tools: [strict] }));
  const texts = [
    ...['{}', '{"id":null}', '{"id":"A"}', '{"id":"abcd"}', '{"id":"a\\n"}', '{"id":"a","x":1}'],
    ...['{"id":"a","list":{}}', '{"id":"a","list":[1,2,3]}', '{"id":"a","list":["1"]}'],
    ...['{"id":"a","__proto__":{}}', '{"__proto__":{"id":"a"}}', '{"id":"a","constructor":1}'],
  ];
  for (const [index, text] of texts.entries()) {
    client.send(
      `{"jsonrpc":"2.0","id":"t${index}","method":"tools/call",
      "params":{"name":"strict","arguments":${text}}}`.replaceAll('\n', ''),
    );
    expect(await client.waitFor(({ id }) => id === `t${index}`)).toEqual(
      answerTo(`t${index}`, { content: [{ type: 'text', text: expect.any(String) }], isError: true }),
    );
  }
  expect(seen).toEqual([]);
  await client.request('tools/call', { name: 'strict', arguments: { id: 'a', list: [1] } });
  expect(seen).toEqual([{ id: 'a', list: [1] }]);
});

verifies('TOOL-22', 'lists tools in the same order each time', async ({ connect }) => {
  const tools = toolRegistry(['z', '10', 'a', '2', 'B'].map((name) => named(name)));
  const server = defineServer({ ...info, tools });
  const list = async (): Promise<unknown[]> => {
    const { tools: listed } = await (await connect(server)).request('tools/list');
    return Array.isArray(listed) ? listed.map((tool) => Reflect.get(Object(tool), 'name')) : [];
  };
  expect(await list()).toEqual(['z', '10', 'a', '2', 'B']);
  expect(await list()).toEqual(['z', '10', 'a', '2', 'B']);
  tools.delete('a');
  tools.add(named('1'));
  expect(await list()).toEqual(['z', '10', '2', 'B', '1']);
});

verifies('TOOL-23', 'finishes a running call by the definition it began with', async (bench) => {
  let finish: (text: string) => void = () => {};
  const slow = defineTool({
    name: 'slow',
    run: () => new Promise<string>((resolve) => (finish = resolve)),
  });
  const tools = toolRegistry([slow]);
  const client = await bench.connect(defineServer({ ...info, tools }));
  client.send(call(bench, { name: 'slow' }, 'old'));
  await client.request('ping');
  tools.delete('slow');
  expect(await exchange(client, call(bench, { name: 'slow' }, 'between'))).toMatchObject({
    error: { code: -32602 },
  });
  tools.add(defineTool({ name: 'slow', run: () => 'new' }));
  expect(await exchange(client, call(bench, { name: 'slow' }, 'new'))).toMatchObject({
    result: { content: [{ type: 'text', text: 'new' }] },
  });
  finish('old');
  expect(await client.waitFor(({ id }) => id === 'old')).toEqual(
    answerTo('old', { content: [{ type: 'text', text: 'old' }] }),
  );
});
