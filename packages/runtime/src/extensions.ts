// @mcp/runtime/extensions: extensions of the protocol, and for authors of others the plan that the runtime's own features are
// built on.
export type { Extension, ExtensionServer } from './features/extension.ts';
export {
  ShapedReply,
  type Feature,
  type MethodHandler,
  type Reply,
  type Runner,
} from './conversation/feature.ts';
export type { Execution } from './conversation/execution.ts';
export type { Host, Questions } from './conversation/host.ts';
export type { ServerRequest } from './conversation/request.ts';
export { toQuestions } from './features/asking/mrtr.ts';
export type { Question, Rounds } from './features/asking/question.ts';
export type { JsonText } from './jsonrpc/json.ts';
export { requireExtension } from './protocol/capabilities.ts';
export type { MethodRow } from './protocol/methods.ts';
export type { Member, Shape } from './protocol/wire/shapes.ts';
export type { TaskOptions } from './tasks/task-options.ts';
export { tasks } from './tasks/tasks.ts';
export { MemoryTaskStore, type StoredTask, type TaskStore } from './tasks/task-store.ts';
export type { SkillFiles } from './skills/skill.ts';
export { skills, type Skills } from './skills/skills.ts';
