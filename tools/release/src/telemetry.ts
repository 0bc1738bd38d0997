// --otel of an installed server: it asks for the SDK of OpenTelemetry, and with it a collector gets spans and metrics.
import { Collector } from '@mcp/raw-http';
import { connect, type Program } from '@mcp/runtime/testing';
import { expectThat } from './checks.ts';
import { pinned } from './packing.ts';
import { expectCleanEnd } from './server-checks.ts';

const PACKAGES = ['@opentelemetry/api', '@opentelemetry/sdk-node'];

/** The packages of `--otel`, in the versions that the tests of this repository use. */
export const TELEMETRY: readonly string[] = PACKAGES.map((name) => pinned('packages/command-line', name));

const traced = (program: Program): Program => ({ ...program, args: [...(program.args ?? []), '--otel'] });

/** Without the SDK the server says how to install it. */
export const askForTelemetry = async (program: Program): Promise<void> => {
  await using client = await connect(traced(program), { initialize: false });
  const { code } = await client.exited;
  const said = client.stderr;
  const named = ['npm install --global', ...PACKAGES].every((words) => said.includes(words));
  expectThat(code === 2 && named, `exit code ${code}. It said: ${said}`);
};

/** With it a list of the tools is a span, and is measured. */
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
