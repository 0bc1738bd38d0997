// Invented names and content from clients and tools: kept out of metrics and spans.
import { modern, send } from '@mcp/raw-http';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { expect, test } from 'vitest';
import {
  definePrompt,
  defineServer,
  defineTool,
  RpcError,
  ToolError,
  type McpServer,
} from '../../src/index.ts';
import { rateLimit } from '../../src/middleware.ts';
import { withTelemetry } from '../../src/otel.ts';
import { connect } from '../../src/testing/connect.ts';
import { serving } from '../http/client.ts';

const SECRET = 'https://ada:hunter2@host/secret-plan.txt';
const say = { type: 'object', properties: { text: { type: 'string' } } } as const;

const create = () => {
  const measures = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: measures, exportIntervalMillis: 600_000 });
  const meter = new MeterProvider({ readers: [reader] }).getMeter('m');
  const spans = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const server: McpServer = defineServer(
    withTelemetry(
      {
        ...{
          name: 'test',
          version: '1',
          pageSize: 10,
          middleware: [rateLimit({ burst: 5, perSecond: 0.001 })],
        },
        prompts: [definePrompt({ name: 'ask', get: () => 'Ask.' })],
        tools: [
          defineTool({ name: 'add', run: () => 'added' }),
          defineTool({
            ...{ name: 'fail', inputSchema: say },
            run: ({ text }) => Promise.reject(new ToolError(`no ${text}`, { code: 'x', hint: text })),
          }),
          defineTool({
            ...{ name: 'refuse', inputSchema: say },
            run: ({ text }) => Promise.reject(new RpcError(7, `no ${text}`, { text })),
          }),
          defineTool({
            ...{ name: 'bug', inputSchema: say },
            run: ({ text }) => Promise.reject(new Error(`no ${text}`)),
          }),
          defineTool({ ...{ name: 'echo', inputSchema: say }, run: ({ text }) => `said ${text}` }),
        ],
        report: () => {},
      },
      { meter, tracer: provider.getTracer('t') },
    ),
  );
  /** The attributes of all series except value names. */
  const series = async (): Promise<readonly object[]> => {
    measures.reset();
    await reader.forceFlush();
    const all = measures.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics);
    return all.flatMap(({ metrics }) =>
      metrics.flatMap(({ dataPoints }) => dataPoints.map(({ attributes }) => attributes)),
    );
  };
  return { server, spans, series };
};

const COUNT = 1000;
const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';

test('metrics name only methods, tools, prompts and revisions that the server has: a client cannot make up series', async () => {
  const { server, series } = create();
  await using client = await connect(server, { revision: '2026-07-28' });
  const ignored = (): void => {};
  for (let n = 0; n < COUNT; n++) {
    const version = (value: unknown) => ({ _meta: { [PROTOCOL_VERSION]: value } });
    await client.request(`made-up-${n}`).catch(ignored);
    await client.request(`made-up-${n}`, {}, version(5)).catch(ignored);
    await client.request('tools/list', {}, version(`v${n}`)).catch(ignored);
    await client.request('tools/call', { name: `made-up-${n}` }).catch(ignored);
    await client.request('tools/call', { name: `made-up-${n}` }, version(`v${n}`)).catch(ignored);
    await client.request('prompts/get', { name: `made-up-${n}` }).catch(ignored);
    await client.request('prompts/get', { name: `made-up-${n}` }, version(`v${n}`)).catch(ignored);
  }
  const found = await series();
  expect(JSON.stringify(found)).not.toMatch(/made-up|v\d/);
  expect(found.length).toBeLessThan(15);
}, 60_000);

test('HTTP headers create no series', async () => {
  const { server, series } = create();
  await using http = await serving(server);
  const shot = modern('tools/call', { name: 'add' });
  const made = async (n: number): Promise<void> => {
    const headers = [
      { 'mcp-name': `made-up-${n}` },
      { 'mcp-method': `made-up-${n}` },
      { 'mcp-protocol-version': `v${n}` },
      { 'mcp-name': `made-up-${n}`, 'mcp-protocol-version': `v${n}`, origin: 'https://evil.example' },
    ];
    for (const more of headers) await send(http.url, { ...shot, headers: { ...shot.headers, ...more } });
  };
  for (let n = 0; n < 50; n++) await made(n);
  const found = await series();
  expect(JSON.stringify(found)).not.toMatch(/made-up|v\d/);
  expect(found.length).toBeLessThan(6);
}, 60_000);

test.each(['2025-11-25', '2026-07-28'] as const)(
  'arguments, results and texts are not recorded: %s',
  async (revision) => {
    const { server, spans, series } = create();
    await using client = await connect(server, { revision });
    for (const name of ['fail', 'refuse', 'bug', 'echo'])
      await client.request('tools/call', { name, arguments: { text: SECRET } }).catch(() => {});
    const recorded = spans
      .getFinishedSpans()
      .map(({ name, attributes, status, events }) => ({ name, attributes, status, events }));
    expect(recorded.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['tools/call fail', 'tools/call refuse', 'tools/call bug', 'tools/call echo']),
    );
    expect(JSON.stringify([recorded, await series()])).not.toMatch(/hunter2|secret-plan|no https|said/);
  },
);
