// A long text for one line of the page.
import { visible, written } from '@mcp/view';

/** The text, of which no more than so much is shown. What is cut says so. */
export const cut = (text: string, most: number): string =>
  text.length <= most
    ? visible(text)
    : `${visible(text.slice(0, most))} … (${written(text.length)} characters)`;
