// Makes the calls of the tasks with each server, and counts what a model gets to read.
import { connect, type TestClient } from '@mcp/runtime/testing';
import type { Lane } from '../comparison/comparison.ts';
import { type Cost, costOf, costOfTools, type Result, type Tool } from './count.ts';
import type { Ask, Task } from './subject.ts';

/** What one server costs. */
export interface Costs {
  readonly tools: { readonly count: number; readonly tokens: number; readonly instructions: number };
  /** By the title of the task. */
  readonly tasks: ReadonlyMap<string, Cost & { readonly calls: number }>;
}

async function listTools(client: TestClient): Promise<readonly Tool[]> {
  const tools: Tool[] = [];
  let cursor: unknown;
  do {
    const page = await client.request('tools/list', typeof cursor === 'string' ? { cursor } : {});
    tools.push(...(page['tools'] as Tool[]));
    cursor = page['nextCursor'];
  } while (cursor !== undefined);
  return tools;
}

async function answerOf(client: TestClient, [name, args]: Ask): Promise<Result> {
  const result = await client.request('tools/call', { name, arguments: { ...args } });
  if (result['isError'] === true) throw new Error(`${name}: ${JSON.stringify(result).slice(0, 300)}`);
  return result as unknown as Result;
}

/**
 * One conversation: the list of tools, then all tasks in their order.
 *
 * @throws {Error} when a call fails, or the last answer of a task is not what it was for.
 */
export async function measureCosts({ name: lane, launch }: Lane, tasks: readonly Task[]): Promise<Costs> {
  const program = { command: process.execPath, args: launch.args };
  await using client = await connect(program, { revision: '2025-11-25' });
  const tools = await listTools(client);
  const { instructions = '' } = client.server as { readonly instructions?: string };
  const costs = new Map<string, Cost & { readonly calls: number }>();
  for (const { title, asks, expected } of tasks) {
    const calls = asks[lane];
    if (calls === undefined) continue;
    const results: Result[] = [];
    for (const call of calls) results.push(await answerOf(client, call));
    const last = JSON.stringify(results.at(-1));
    if (!last.includes(expected)) throw new Error(`${lane}, ${title}: wrong answer: ${last.slice(-600)}`);
    costs.set(title, { ...costOf(results), calls: calls.length });
  }
  const instructionTokens = costOf([{ content: [{ text: instructions }] }]).text;
  return {
    tools: { count: tools.length, tokens: costOfTools(tools), instructions: instructionTokens },
    tasks: costs,
  };
}
