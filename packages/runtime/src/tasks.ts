// @mcp/runtime/tasks: tool calls that outlive their answer.
export type { TaskOptions } from './tasks/task-options.ts';
export { tasks } from './tasks/tasks.ts';
export { MemoryTaskStore, type StoredTask, type TaskStore } from './tasks/task-store.ts';
