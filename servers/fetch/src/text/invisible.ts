// Characters that a reader cannot see but a model reads: the runtime strips them.
export { stripInvisible } from '@mcp/runtime';
