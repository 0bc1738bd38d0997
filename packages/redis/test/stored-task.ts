// Tasks in the form that servers store.
import type { StoredTask } from '@mcp/runtime/tasks';

const ttl = 600_000;

/** Returns a new task with its own owner. */
export const newTask = (over: Partial<StoredTask> = {}): StoredTask => {
  const now = Date.now();
  const times = { createdAt: now, updatedAt: now, aliveUntil: now + ttl, expiresAt: now + ttl };
  return {
    id: crypto.randomUUID(),
    owner: crypto.randomUUID(),
    version: 1,
    status: 'working',
    ...times,
    ...over,
  };
};
