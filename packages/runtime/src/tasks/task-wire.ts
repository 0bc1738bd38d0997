// The wire format of a task (extension io.modelcontextprotocol/tasks, "Tasks").
import { type JsonObject, LATEST_REVISION } from '../index.ts';
import type { StoredTask } from './task-store.ts';

/** How often clients should ask for a task, and how often a process looks what others changed. In milliseconds. */
export const POLL_MS = 1000;

const MAX_MESSAGE = 1000;

const since = { since: LATEST_REVISION };

/** What a call is answered with that becomes a task. */
export const CREATED = {
  ...{ taskId: since, status: since, statusMessage: since, createdAt: since, lastUpdatedAt: since },
  ...{ ttlMs: since, pollIntervalMs: since, resultType: since, _meta: since },
};

/** A task with what its status brings. */
export const DETAILED = { ...CREATED, inputRequests: since, result: since, error: since };

/** The status of a task with these open questions by their keys, and the questions. */
export function asking(
  open: readonly (readonly [string, unknown])[],
): Pick<StoredTask, 'status' | 'inputRequests'> {
  if (open.length === 0) return { status: 'working' };
  return { status: 'input_required', inputRequests: Object.fromEntries(open) };
}

/** A text as a status message: at most 1,000 characters, since it is sent with every look at the task. */
export function toMessage(text: string): string {
  return text.length <= MAX_MESSAGE
    ? text
    : `${text.slice(0, MAX_MESSAGE - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A task as a client gets it. */
export function toWire(task: StoredTask): JsonObject {
  const { inputRequests, result, error, message } = task;
  return {
    taskId: task.id,
    status: task.status,
    ...(message === undefined ? {} : { statusMessage: message }),
    createdAt: new Date(task.createdAt).toISOString(),
    lastUpdatedAt: new Date(task.updatedAt).toISOString(),
    ttlMs: task.expiresAt - task.createdAt,
    pollIntervalMs: POLL_MS,
    ...(task.status === 'input_required' ? { inputRequests } : {}),
    ...(result === undefined ? {} : { result: JSON.parse(result) as unknown }),
    ...(error === undefined ? {} : { error }),
  };
}
