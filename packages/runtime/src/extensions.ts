// @mcp/runtime/extensions: for authors of protocol extensions. The extensions of the runtime use it too, and have
// separate entry points: "./apps", "./skills", "./tasks".
export type { Extension, ExtensionServer } from './features/extension.ts';
export { ShapedReply, type Feature, type Method } from './conversation/feature.ts';
export type { Execution } from './conversation/execution.ts';
export type { ExtensionRequest } from './conversation/extension-request.ts';
export type { Asker } from './define/question.ts';
export { pageOf } from './features/pagination.ts';
export { isObject, type JsonText } from './jsonrpc/json.ts';
export { requireExtension } from './protocol/capabilities.ts';
export { invalidParams } from './protocol/errors.ts';
export type { MethodRow } from './protocol/methods.ts';
export type { Shape } from './protocol/wire/shapes.ts';
