// Telemetry: --otel of an installed server asks for the OpenTelemetry SDK, and with it sends spans and metrics.
import { Collector } from '@mcp/raw-http';
import { connect, type Program } from '@mcp/runtime/testing';
import { expectThat } from './checks.ts';
import { pinned } from './packing.ts';
import { expectCleanEnd } from './server-checks.ts';

const PACKAGES = ['@opentelemetry/api', '@opentelemetry/sdk-node'];

/** The packages for `--otel`, in the versions that this repository tests. */
export const TELEMETRY: readonly string[] = PACKAGES.map((name) => pinned('packages/command-line', name));

const traced = (program: Program): Program => ({ ...program, args: [...(program.args ?? []), '--otel'] });

/** Checks that the server without the SDK says how to install it. */
export const askForTelemetry = async (program: Program): Promise<void> => {
  await using client = await connect(traced(program), { initialize: false });
  const { code } = await client.exited;
  const said = client.stderr;
  const named = ['npm install --global', ...PACKAGES].every((words) => said.includes(words));
  expectThat(code === 2 && named, `exit code ${code}. It said: ${said}`);
};

/** Checks that a list of the tools becomes a span and a metric. */
export const sendTelemetry = async (program: Program): Promise<void> => {
  await using collector = await Collector.start();
  const client = await connect({ ...traced(program), env: { ...program.env, ...collector.env } });
  await client.request('tools/list');
  await expectCleanEnd(client);
  const names = collector.spans.map(({ name }) => name);
  expectThat(names.includes('tools/list'), `spans: ${names.join(', ')}`);
  const methods = collector.points.map(({ attributes }) => attributes['mcp.method.name']);
  expectThat(methods.includes('tools/list'), `measured: ${methods.join(', ')}`);
};
