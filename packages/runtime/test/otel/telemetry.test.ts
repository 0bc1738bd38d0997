// Traces and metrics as the official SDK of OpenTelemetry exports them.
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineServer, defineTool, RpcError, ToolError, type ServerOptions } from '../../src/index.ts';
import { withOperations } from '../../src/middleware.ts';
import { withTelemetry } from '../../src/otel.ts';
import { connect } from '../../src/testing/connect.ts';

const spans = new InMemorySpanExporter();
const measures = new InMemoryMetricExporter(AggregationTemporality.DELTA);
const reader = new PeriodicExportingMetricReader({ exporter: measures, exportIntervalMillis: 600_000 });
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
const meters = new MeterProvider({ readers: [reader] });
// Sets the propagator of W3C and what carries the active span through promises.
beforeAll(() => provider.register());
afterAll(async () => {
  await provider.shutdown();
  await meters.shutdown();
  trace.disable();
  context.disable();
  propagation.disable();
});

const add = defineTool({
  name: 'add',
  run: async () => {
    await Promise.resolve();
    trace.getTracer('test').startSpan('inside').end();
    return 'added';
  },
});
const fail = defineTool({ name: 'fail', run: () => Promise.reject(new ToolError('No.')) });
const refuse = defineTool({ name: 'refuse', run: () => Promise.reject(new RpcError(-32000, 'Not now.')) });
const options: ServerOptions = withOperations({ name: 'test', version: '1', tools: [add, fail, refuse] });
const create = () =>
  defineServer(withTelemetry(options, { tracer: provider.getTracer('t'), meter: meters.getMeter('m') }));

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('a call is a span of the trace it carries, with inner spans as children', async () => {
  spans.reset();
  await using client = await connect(create());
  await client.request('tools/call', { name: 'add', _meta: { traceparent } }, { id: 'seven' });
  const [inside, call] = spans.getFinishedSpans().filter(({ name }) => name !== 'server/discover');
  expect(call).toMatchObject({
    name: 'tools/call add',
    kind: SpanKind.SERVER,
    parentSpanContext: { spanId: 'b7ad6b7169203331' },
    attributes: {
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': '2026-07-28',
      'jsonrpc.request.id': 'seven',
      'network.transport': 'pipe',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'add',
    },
  });
  expect(call?.spanContext().traceId).toBe('0af7651916cd43dd8448eb211c80319c');
  expect(inside?.parentSpanContext?.spanId).toBe(call?.spanContext().spanId);
});

test('distinguishes tool failures from protocol errors', async () => {
  spans.reset();
  await using client = await connect(create());
  await client.request('tools/call', { name: 'fail' });
  await expect(client.request('tools/call', { name: 'refuse' })).rejects.toMatchObject({
    message: 'Not now.',
  });
  await expect(client.request('tools/call', { name: 'made-up' })).rejects.toMatchObject({ code: -32602 });
  const [failed, refused, unknown] = spans
    .getFinishedSpans()
    .filter(({ name }) => name !== 'server/discover');
  expect(failed).toMatchObject({
    attributes: { 'error.type': 'tool_error' },
    status: { code: SpanStatusCode.ERROR },
  });
  expect(refused?.attributes).toMatchObject({ 'error.type': '-32000', 'rpc.response.status_code': '-32000' });
  expect(unknown).toMatchObject({ name: 'tools/call', attributes: { 'error.type': '-32602' } });
});

test('measures durations of all requests, even refused ones, without names invented by clients', async () => {
  await reader.forceFlush();
  measures.reset();
  const client = await connect(create(), { revision: '2025-11-25' });
  await client.request('tools/call', { name: 'add' });
  await client.request('tools/call', { name: 'fail' });
  for (const name of ['x1', 'x2'])
    await expect(client.request('tools/call', { name })).rejects.toMatchObject({ code: -32602 });
  await expect(client.request('made/up')).rejects.toMatchObject({ code: -32601 });
  await client.close();
  await reader.forceFlush();
  const all = measures
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  const points = all.flatMap(({ descriptor, dataPoints }) =>
    dataPoints.map(({ attributes, value }) => ({
      metric: `${descriptor.name} ${descriptor.unit}`,
      ...attributes,
      count: Object(value).count as number,
    })),
  );
  const operation = { metric: 'mcp.server.operation.duration s', count: 1 };
  const revision = { 'mcp.protocol.version': '2025-11-25' };
  const tool = (name: string): object => ({
    ...{ ...operation, ...revision, 'mcp.method.name': 'tools/call' },
    ...{ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name },
  });
  expect(points).toEqual(
    expect.arrayContaining([
      tool('add'),
      { ...tool('fail'), 'error.type': 'tool_error' },
      {
        ...{ ...operation, ...revision, count: 2, 'mcp.method.name': 'tools/call' },
        ...{ 'error.type': '-32602', 'rpc.response.status_code': '-32602' },
      },
      {
        ...{ ...operation, ...revision, 'mcp.method.name': '_OTHER' },
        ...{ 'error.type': '-32601', 'rpc.response.status_code': '-32601' },
      },
      { ...operation, ...revision, 'mcp.method.name': 'initialize' },
      { metric: 'mcp.server.session.duration s', ...revision, count: 1 },
    ]),
  );
  expect(points).toHaveLength(6);
});

test('notifies the observer of the author too', async () => {
  const seen: string[] = [];
  const server = defineServer(withTelemetry({ ...options, observe: ({ type }) => seen.push(type) }));
  await using client = await connect(server);
  await client.request('tools/call', { name: 'add' });
  expect(seen).toEqual(['request', 'request']);
});
