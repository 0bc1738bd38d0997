// Follows a task for the test client and answers its questions until it ends.
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { META } from '../protocol/meta.ts';
import type { ClientCapabilities } from '../protocol/types.ts';

const TASKS = 'io.modelcontextprotocol/tasks';
const POLL_MS = 20;
const FINAL: readonly unknown[] = ['completed', 'failed', 'cancelled'];

/** What following a task needs of a client. */
interface Follower {
  readonly capabilities: ClientCapabilities;
  request(method: string, params: JsonObject, options: { readonly _meta: JsonObject }): Promise<JsonObject>;
  answerAll(requests: unknown): Promise<JsonObject>;
}

/**
 * Calls a tool as a client with the tasks extension, and follows the task. Resolves with the finished task.
 *
 * @throws {TypeError} if the call is answered without a task.
 */
export async function followTask(client: Follower, name: string, args: JsonObject): Promise<JsonObject> {
  const { capabilities } = client;
  const extensions = { ...capabilities.extensions, [TASKS]: {} };
  const options = { _meta: { [META.clientCapabilities]: { ...capabilities, extensions } } };
  const begun = await client.request('tools/call', { name, arguments: args }, options);
  const { taskId } = begun;
  if (begun['resultType'] !== 'task')
    throw new TypeError(`the call of ${name} was answered without a task: ${JSON.stringify(begun)}`);
  for (;;) {
    const task = await client.request('tasks/get', { taskId }, options);
    if (FINAL.includes(task['status'])) return task;
    const { inputRequests } = task;
    if (isObject(inputRequests) && task['status'] === 'input_required')
      await client.request(
        'tasks/update',
        { taskId, inputResponses: await client.answerAll(inputRequests) },
        options,
      );
    else await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
