// Tasks as servers store them.
import type { StoredTask } from '@mcp/runtime/tasks';

const ttl = 600_000;

/** A task of an owner of its own. */
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
