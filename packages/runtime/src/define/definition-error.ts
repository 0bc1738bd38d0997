// The error for a definition that cannot be served.
/** A server, tool, resource or prompt that is not legal MCP. The message says which one, what is wrong, what to do. */
export class DefinitionError extends TypeError {
  override readonly name = 'DefinitionError';
}
