// The words of a result.
import type { CallResult } from '@mcp/view';

/** The texts of a result without its diff. */
export const answerOf = ({ content = [] }: CallResult): string =>
  content
    .map(({ text = '' }) => text)
    .filter((text) => !text.startsWith('```'))
    .join('\n');
