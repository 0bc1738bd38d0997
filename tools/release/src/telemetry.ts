// --otel of an installed server: it asks for the SDK of OpenTelemetry, and with it a collector gets spans and metrics.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Collector } from '@mcp/raw-http';
import { connect, type Program } from '@mcp/runtime/testing';
import { root } from '@mcp/repo/src/workspace.ts';
import { expectThat } from './checks.ts';
import { install, type Machine } from './packing.ts';

const PACKAGES = ['@opentelemetry/api', '@opentelemetry/sdk-node'];

/** The version that the tests of this repository use. */
const pinned = (name: string): string => {
  const file = join(root, 'packages/command-line/node_modules', name, 'package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string };
  return `${name}@${version}`;
};

/** Without the SDK the server says how to install it. */
export const askForTelemetry = async (program: Program): Promise<void> => {
  const traced = { ...program, args: [...(program.args ?? []), '--otel'] };
  await using client = await connect(traced, { initialize: false });
  const { code } = await client.exited;
  const said = client.stderr;
  expectThat(code === 2 && said.includes(`npm install --global`), `exit code ${code}. It said: ${said}`);
  expectThat(
    PACKAGES.every((name) => said.includes(name)),
    said,
  );
};

/** With it a list of the tools is a span, and is measured. */
export const sendTelemetry = async (program: Program, folder: string, machine: Machine): Promise<void> => {
  install(PACKAGES.map(pinned), folder, machine);
  await using collector = await Collector.start();
  const traced = { ...program, args: [...(program.args ?? []), '--otel'] };
  const client = await connect({ ...traced, env: { ...program.env, ...collector.env } });
  await client.request('tools/list');
  await client.close();
  const { code } = await client.exited;
  expectThat(code === 0, `exit code ${code}. It said: ${client.stderr}`);
  const names = collector.spans.map(({ name }) => name);
  expectThat(names.includes('tools/list'), `spans: ${names.join(', ')}`);
  const methods = collector.points.map(({ attributes }) => attributes['mcp.method.name']);
  expectThat(methods.includes('tools/list'), `measured: ${methods.join(', ')}`);
};
