// answerOf: extracts the message of a result.
import type { CallResult } from '@mcp/view';

/** Returns the texts of a result without its diff. */
export const answerOf = ({ content = [] }: CallResult): string =>
  content
    .map(({ text = '' }) => text)
    .filter((text) => !text.startsWith('```'))
    .join('\n');
