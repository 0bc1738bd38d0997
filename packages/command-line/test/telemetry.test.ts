// --otel, in a real process: what a collector receives, what a host sees, and what works without a collector or SDK.
import { Collector, modern, send } from '@mcp/raw-http';
import { describe, expect, test, vi } from 'vitest';
import { _meta, listen, onWindows, run, without, type Run } from './processes.ts';

vi.setConfig({ testTimeout: 60_000 });

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`;
const params = { name: 'look', _meta: { ..._meta, traceparent } };
const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`;

/** Makes one call over stdio and waits for the end. */
const callOnce = (args: readonly string[], env: NodeJS.ProcessEnv, more: object = {}): Promise<Run> =>
  run('greeter', args, { env, input, ...more });

const answer = {
  jsonrpc: '2.0',
  id: 1,
  result: expect.objectContaining({ content: [{ type: 'text', text: 'look' }] }),
};

const call = {
  name: 'tools/call look',
  traceId: TRACE,
  parentSpanId: 'b7ad6b7169203331',
  attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'look' },
};

const why = onWindows ? ' (Windows has no signals)' : '';

describe('with a collector', () => {
  test('a call over stdio is exported before the process exits, and stdout has only the answer', async () => {
    await using collector = await Collector.start();
    const { stdout, stderr, code } = await callOnce(['--otel'], collector.env);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual(answer);
    const resource = { 'service.name': 'mcp-server-greeter', 'service.version': '3.2.1' };
    expect(collector.spans).toMatchObject([{ ...call, resource }]);
    expect(collector.points).toMatchObject([
      { name: 'mcp.server.operation.duration', count: 1, attributes: call.attributes, resource },
    ]);
    // The command line may contain paths.
    expect(
      Object.keys(collector.spans[0]?.resource ?? {}).filter((name) => name.startsWith('process.')),
    ).toEqual([]);
  });

  test('OpenTelemetry variables override the defaults', async () => {
    await using collector = await Collector.start();
    const env = {
      ...collector.env,
      OTEL_SERVICE_NAME: 'front door',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_METRICS_EXPORTER: 'none',
    };
    await callOnce([], { ...env, MCP_GREETER_OTEL: 'true' });
    const resource = { 'service.name': 'front door', 'deployment.environment.name': 'test' };
    expect(collector.spans).toMatchObject([{ ...call, resource }]);
    expect(collector.points).toEqual([]);
  });

  test.skipIf(onWindows)(
    `over HTTP sends the remaining data when a signal ends the server${why}`,
    async () => {
      await using collector = await Collector.start();
      await using server = await listen('greeter', ['--otel'], { env: collector.env });
      const { json } = await send(server.url, modern('tools/call', params));
      expect(json).toMatchObject({ result: answer.result as object });
      server.child.kill('SIGTERM');
      expect(await server.closed).toEqual([0, null]);
      expect(collector.spans).toMatchObject([call]);
    },
  );
});

test('console output of the SDK goes to stderr', async () => {
  const env = {
    OTEL_TRACES_EXPORTER: 'console',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_LOG_LEVEL: 'debug',
    OTEL_NODE_RESOURCE_DETECTORS: 'env',
  };
  const { stdout, stderr, code } = await callOnce(['--otel'], env);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual(answer);
  expect(stderr).toContain('tools/call look');
  expect(stderr).toContain('service.version');
});

test.each([
  [{ OTEL_TRACES_EXPORTER: 'otpl', OTEL_METRICS_EXPORTER: 'none' }, 'OTEL_TRACES_EXPORTER value: otpl'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'no address', OTEL_METRICS_EXPORTER: 'none' }, "'no address"],
])('reports an invalid variable: %j', async (env, told) => {
  const { stdout, stderr, code } = await callOnce(['--otel'], env);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual(answer);
  expect(stderr).toContain(told);
});

test('--otel loads its packages, or asks for them if they are missing', async () => {
  const missing = without('@opentelemetry/sdk-node');
  const { stdout, stderr, code } = await callOnce(['--otel'], {}, missing);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr.split('\n')[0]).toBe(
    'mcp-server-greeter: --otel needs the packages @opentelemetry/api and @opentelemetry/sdk-node next to this server; ' +
      'install all together: npm install --global @example/greeter @opentelemetry/api @opentelemetry/sdk-node',
  );
  const plain = await callOnce([], {}, missing);
  expect([plain.code, plain.stderr]).toEqual([0, '']);
  expect(JSON.parse(plain.stdout)).toEqual(answer);
});
