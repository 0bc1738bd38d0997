// Results: what the tool results of every server have in common.
import { forMethods, type ContentBlock, type Middleware } from '@mcp/runtime';

/**
 * Ends a text block of a tool result with a line break if another block follows: some hosts join blocks without a
 * separator, so that a note would continue the last line.
 */
export const separateBlocks: Middleware = forMethods(['tools/call'], async (_request, next) => {
  const result = await next();
  const { content } = result;
  if (!Array.isArray(content) || content.length < 2) return result;
  const last = content.length - 1;
  const separate = (block: ContentBlock, at: number): ContentBlock => {
    if (block.type !== 'text' || at === last || block.text === '' || block.text.endsWith('\n')) return block;
    return { ...block, text: `${block.text}\n` };
  };
  return { ...result, content: content.map(separate) };
});
