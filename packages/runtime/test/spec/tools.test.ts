// Tools: calling them (server/tools).
import { expect } from 'vitest';
import { defineServer, defineTool, ToolError, ToolResult, toolRegistry } from '../../src/index.ts';
import type { Report } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import type { Bench, Message } from './harness.ts';
import { answerTo, errorTo, request, resultIn } from './messages.ts';

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
      if (how === 'late') return Promise.reject(new TypeError('the password is pw-xyz'));
      throw how === 'error' ? new Error('the password is pw-xyz') : 'the password is pw-xyz';
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
    expect(JSON.stringify(result)).not.toContain('pw-xyz');
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

const checked = { stateful: 'TOOL-21', modern: 'L-06' };
verifies(checked, 'never runs a tool on arguments that its schema refuses', async (bench) => {
  const seen: unknown[] = [];
  const run = (args: object): void => void seen.push(args);
  const strict = {
    type: 'object',
    properties: {
      id: { type: 'string', pattern: '^[a-z]+$', maxLength: 3 },
      list: { type: 'array', items: { type: 'integer' }, maxItems: 2 },
    },
    required: ['id'],
    additionalProperties: false,
  } as const;
  const even = {
    type: 'object',
    properties: { n: { type: 'integer', multipleOf: 2 }, kind: { enum: ['a', 'b'] } },
    required: ['n'],
    dependentRequired: { kind: ['n'] },
    unevaluatedProperties: false,
  } as const;
  const tools = [
    defineTool({ name: 'strict', inputSchema: strict, run }),
    defineTool({ name: 'even', inputSchema: even, run }),
  ];
  const client = await bench.connect(defineServer({ ...info, tools }));
  const refused: readonly (readonly [string, readonly string[]])[] = [
    [
      'strict',
      [
        ...['{}', '{"id":null}', '{"id":"A"}', '{"id":"abcd"}', '{"id":"a\\n"}', '{"id":"a","x":1}'],
        ...['{"id":"a","list":{}}', '{"id":"a","list":[1,2,3]}', '{"id":"a","list":["1"]}'],
        ...['{"id":"a","__proto__":{}}', '{"__proto__":{"id":"a"}}', '{"id":"a","constructor":1}'],
      ],
    ],
    ['even', ['{}', '{"n":1}', '{"n":"2"}', '{"n":2,"kind":"c"}', '{"kind":"a"}', '{"n":2,"x":1}']],
  ];
  for (const [name, texts] of refused) {
    for (const [index, text] of texts.entries()) {
      const id = `${name} ${index}`;
      const message = JSON.stringify(call(bench, { name, arguments: null }, id));
      client.send(message.replace('"arguments":null', () => `"arguments":${text}`));
      const reason = expect.stringMatching(new RegExp(`^Invalid arguments for tool ${name}:\\n.`));
      expect(await client.waitFor((answer) => answer['id'] === id)).toEqual(
        answerTo(id, failure(bench, reason)),
      );
    }
  }
  expect(seen).toEqual([]);
  await client.request('tools/call', { name: 'strict', arguments: { id: 'a', list: [1] } });
  await client.request('tools/call', { name: 'even', arguments: { n: 2, kind: 'a' } });
  expect(seen).toEqual([
    { id: 'a', list: [1] },
    { n: 2, kind: 'a' },
  ]);
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
