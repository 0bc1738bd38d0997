// Questions to the client: the traces they name and the spans they create.
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tasks } from '../../src/tasks.ts';
import { defineServer, defineTool, RpcError, type JsonObject, type Middleware } from '../../src/index.ts';
import { withTelemetry } from '../../src/otel.ts';
import { connect } from '../../src/testing/connect.ts';
import type { ConnectOptions } from '../../src/testing/test-client.ts';

const spans = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
// Sets the propagators of W3C, for traces and for baggage.
beforeAll(() => provider.register());
afterAll(async () => {
  await provider.shutdown();
  trace.disable();
  context.disable();
  propagation.disable();
});
beforeEach(() => spans.reset());

const field = { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] } as const;
const askAll = defineTool({
  name: 'ask_all',
  run: async (_, ctx) => {
    const message = { role: 'user', content: { type: 'text', text: 'Hi' } } as const;
    await ctx.ask.roots();
    const { action } = await ctx.ask.elicit('word', { message: 'Which word?', schema: field });
    const { model } = await ctx.ask.sample('model', { messages: [message], maxTokens: 5 });
    return `${action} ${model}`;
  },
});
const askLater = defineTool({
  name: 'ask_later',
  task: 'required',
  run: async (_, ctx) => (await ctx.ask.elicit('word', { message: 'Which word?', schema: field })).action,
});
const options = { name: 'test', version: '1', tools: [askAll, askLater], extensions: [tasks()] };
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const _meta = {
  traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
  tracestate: 'vendor=1',
  baggage: 'who=ann',
};

const METHODS = ['roots/list', 'elicitation/create', 'sampling/createMessage'];

/** Connects a client that records questions. */
const client = (): { asked: JsonObject[]; connection: ConnectOptions } => {
  const asked: JsonObject[] = [];
  const answer = (result: JsonObject) => (params: JsonObject) => {
    asked.push(params);
    return result;
  };
  const answers = {
    'roots/list': answer({ roots: [] }),
    'elicitation/create': answer({ action: 'accept', content: { x: 'y' } }),
    'sampling/createMessage': answer({
      ...{ role: 'assistant', model: 'm', stopReason: 'endTurn' },
      content: { type: 'text', text: 'Ho' },
    }),
  };
  return { asked, connection: { capabilities: { elicitation: {}, roots: {}, sampling: {} }, answers } };
};

const metaOf = (params: JsonObject | undefined): JsonObject => Object(params?.['_meta']) as JsonObject;
const finished = () => spans.getFinishedSpans().filter(({ name }) => !/discover|initialize/.test(name));
const call = { name: 'ask_all', _meta };

describe.each(['stdio', 'http'] as const)('over %s', (transport) => {
  test.each(['2025-06-18', '2025-11-25'] as const)(
    'a question of a session in %s is a span of the client, which the client can continue',
    async (revision) => {
      const { asked, connection } = client();
      await using session = await connect(defineServer(withTelemetry(options)), {
        ...{ ...connection, transport, revision },
      });
      expect(await session.request('tools/call', call)).toMatchObject({ content: [{ text: 'accept m' }] });
      const [roots, elicitation, sampling, tool] = finished();
      for (const [index, span] of [roots, elicitation, sampling].entries()) {
        expect(span).toMatchObject({
          name: METHODS[index],
          kind: SpanKind.CLIENT,
          status: { code: SpanStatusCode.UNSET },
          parentSpanContext: { spanId: tool?.spanContext().spanId },
          attributes: {
            'mcp.method.name': METHODS[index],
            'mcp.protocol.version': revision,
            'jsonrpc.request.id': String(index + 1),
            'network.transport': transport === 'http' ? 'tcp' : 'pipe',
          },
        });
        expect('mcp.session.id' in (span?.attributes ?? {})).toBe(transport === 'http');
        expect(metaOf(asked[index])).toEqual({
          ..._meta,
          traceparent: `00-${TRACE}-${span?.spanContext().spanId}-01`,
        });
      }
      expect(finished()).toHaveLength(4);
    },
  );

  test('a question of a stateless request names the span of the asking round, and is not a failure', async () => {
    const { asked, connection } = client();
    await using stateless = await connect(defineServer(withTelemetry(options)), { ...connection, transport });
    expect(await stateless.request('tools/call', call)).toMatchObject({ content: [{ text: 'accept m' }] });
    const rounds = finished();
    expect(rounds.map(({ name, kind, status }) => [name, kind, status.code])).toEqual(
      Array.from({ length: 4 }, () => ['tools/call ask_all', SpanKind.SERVER, SpanStatusCode.UNSET]),
    );
    expect(asked.map(metaOf)).toEqual(
      rounds.slice(0, 3).map((round) => ({
        ..._meta,
        traceparent: `00-${TRACE}-${round.spanContext().spanId}-01`,
      })),
    );
  });

  test('a question of a task names the span of the task', async () => {
    const stateless = await connect(defineServer(withTelemetry(options)), {
      transport,
      capabilities: { elicitation: {}, ...TASKS },
    });
    const begun = await stateless.request('tools/call', { name: 'ask_later', _meta });
    const { taskId } = begun;
    const open = async (): Promise<JsonObject> => {
      const { inputRequests } = await stateless.request('tasks/get', { taskId });
      return (inputRequests as JsonObject | undefined) ?? open();
    };
    const { params } = (await open())['word'] as { params: JsonObject };
    const inputResponses = { word: { action: 'decline' } };
    await stateless.request('tasks/update', { taskId, inputResponses });
    await stateless.close();
    const tool = finished().find(({ name }) => name === 'tools/call ask_later');
    expect(metaOf(params)).toEqual({ ..._meta, traceparent: `00-${TRACE}-${tool?.spanContext().spanId}-01` });
  });
});

test('a question that the client refuses is a failed span', async () => {
  const { connection } = client();
  const refuse = (): never => {
    throw new RpcError(-32601, 'No roots here.');
  };
  await using session = await connect(defineServer(withTelemetry(options)), {
    ...connection,
    revision: '2025-11-25',
    answers: { 'roots/list': refuse },
  });
  expect(await session.request('tools/call', call)).toMatchObject({ isError: true });
  expect(finished()[0]).toMatchObject({
    name: 'roots/list',
    attributes: { 'error.type': '-32601', 'rpc.response.status_code': '-32601' },
    status: { code: SpanStatusCode.ERROR },
  });
});

test.each(['2025-11-25', '2026-07-28'] as const)(
  'without telemetry a question in %s has no metadata',
  async (revision) => {
    const { asked, connection } = client();
    await using plain = await connect(defineServer(options), { ...connection, revision });
    await plain.request('tools/call', call);
    expect(asked).toHaveLength(3);
    expect(asked.filter((params) => params !== undefined && '_meta' in params)).toEqual([]);
  },
);

test('what is around the questions is nested as the middleware is, and may change them', async () => {
  const told: unknown[] = [];
  const mark =
    (name: string): Middleware =>
    (request, next) => {
      request.aroundQuestions((question, ask) => {
        const { params = {} } = question;
        told.push([name, params['_meta']]);
        const sent = (id: unknown): unknown => told.push([name, id]);
        return ask({ ...question, params: { ...params, _meta: { by: name } }, sent });
      });
      return next();
    };
  const { asked, connection } = client();
  const middleware = [mark('outer'), mark('inner')];
  await using session = await connect(defineServer({ ...options, middleware }), {
    ...connection,
    revision: '2025-11-25',
  });
  await session.request('tools/call', { name: 'ask_all' });
  expect(told.slice(0, 3)).toEqual([
    ['outer', undefined],
    ['inner', { by: 'outer' }],
    ['inner', 1],
  ]);
  expect(asked.map(metaOf)).toEqual(METHODS.map(() => ({ by: 'inner' })));
});

test('a span of the transport that is active is linked, when the message names another trace', async () => {
  const outer = trace.getTracer('http').startSpan('POST', {}, ROOT_CONTEXT);
  const within: Middleware = (_, next) => context.with(trace.setSpan(context.active(), outer), next);
  const { middleware = [], ...rest } = withTelemetry({ ...options, tools: [] });
  const server = defineServer({ ...rest, tools: [], middleware: [within, ...middleware] });
  await using stateless = await connect(server);
  await stateless.request('tools/list', { _meta });
  await stateless.request('tools/list');
  const [named, unnamed] = finished();
  expect(named?.links.map((link) => link.context)).toEqual([outer.spanContext()]);
  expect(named?.spanContext().traceId).toBe(TRACE);
  expect(unnamed?.links).toEqual([]);
  expect(unnamed?.parentSpanContext?.spanId).toBe(outer.spanContext().spanId);
});
