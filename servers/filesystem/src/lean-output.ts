// --output lean: structured content without `content`, which repeats the text of the result.
import { ToolResult, type Tool } from '@mcp/runtime';

/** The tool with structured content that has only what the text has not. */
export const toLean = (tool: Tool): Tool => {
  const output = tool.outputSchema === undefined ? undefined : withoutContent(tool.outputSchema);
  if (output === undefined) return tool;
  return {
    ...tool,
    outputSchema: output,
    run: async (args, ctx) => {
      const result = await tool.run(args, ctx);
      if (!(result instanceof ToolResult) || result.isError) return result;
      const { content: _, ...structured } = result.structuredContent as { readonly content?: unknown };
      return new ToolResult({
        content: result.content ?? [],
        structuredContent: structured,
        ...(result._meta === undefined ? {} : { meta: result._meta }),
      });
    },
  };
};

type JsonSchema = { readonly [keyword: string]: unknown };

const withoutContent = (schema: object): JsonSchema | undefined => {
  const { properties, required, ...rest } = schema as JsonSchema;
  const { content, ...others } = (properties ?? {}) as JsonSchema;
  if (content === undefined) return undefined;
  const names = Array.isArray(required) ? required.filter((name) => name !== 'content') : [];
  return { ...rest, properties: others, ...(names.length > 0 ? { required: names } : {}) };
};
