// Checks for every server, independent of its installation and runtime.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@mcp/runtime';
import type { Program, ProgramClient } from '@mcp/runtime/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expectThat } from './checks.ts';
import type { Job } from './trials.ts';

const PATIENCE_MS = 60_000;

/** Rejects after a minute, because requests of a test client have no time-out. */
export const inTime = async <T>(run: Promise<T>): Promise<T> => {
  const settled = new AbortController();
  const late = sleep(PATIENCE_MS, undefined, { signal: settled.signal }).then(() => {
    throw new Error(`nothing after ${PATIENCE_MS} ms`);
  });
  return Promise.race([run, late]).finally(() => settled.abort());
};

/** Throws unless the result of `tools/list` has tools, each with a name and an input schema. */
export const expectTools = (result: JsonObject): void => {
  const { tools } = result as {
    readonly tools?: readonly { readonly name?: unknown; readonly inputSchema?: unknown }[];
  };
  const valid = tools?.every((tool) => typeof tool.name === 'string' && typeof tool.inputSchema === 'object');
  expectThat(valid === true && tools?.length !== 0, `tools/list: ${JSON.stringify(result)}`);
};

/** Throws unless the result of a call contains the text of the job. */
export const tryJob = async (client: ProgramClient, job: Job): Promise<void> => {
  const result = await client.request('tools/call', { name: job.tool, arguments: job.arguments });
  const shown = JSON.stringify(result);
  expectThat(
    result['isError'] !== true && shown.includes(job.shows),
    `${job.tool}: ${shown}\nstderr: ${client.stderr}`,
  );
};

/** Closes the input of a server. Throws unless it exits with 0. */
export const expectCleanEnd = async (client: ProgramClient): Promise<void> => {
  await client.close();
  const { code } = await client.exited;
  expectThat(code === 0, `exit code ${code}. It said: ${client.stderr}`);
};

/** Returns the URL that a server prints to stderr. */
export const urlOf = async ({ stderr }: ChildProcess): Promise<URL> => {
  if (stderr === null) throw new Error('the server has no stderr');
  for await (const line of createInterface(stderr)) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url !== undefined) return new URL(url);
  }
  throw new Error('the server ended before it listened');
};

/** Starts a server over HTTP and lists its tools with the official client in both eras. Returns the URL. */
export const listOverHttp = async (
  { command, args = [], env, cwd }: Program,
  port: number = 0,
): Promise<string> => {
  const http = ['--transport', 'http', '--port', String(port)];
  const child = spawn(command, [...args, ...http], {
    env: { ...process.env, ...env },
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const url = await urlOf(child);
    for (const mode of ['legacy', 'auto'] as const) {
      const client = new Client({ name: 'release', version: '1.0.0' }, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(url));
      expectTools(await client.listTools());
      await client.close();
    }
    return url.href;
  } finally {
    const exited = once(child, 'exit');
    child.kill();
    await exited;
  }
};
