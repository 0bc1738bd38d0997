// What every server has to answer, whatever it does.
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@mcp/runtime';
import { expectThat } from './checks.ts';

const PATIENCE_MS = 60_000;

/** Rejects when it takes longer than a minute: requests of a test client have no time-out. */
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
