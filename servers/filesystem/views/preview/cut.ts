// cut: shortens text to one line of the page.
import { visible, written } from '@mcp/view';

/** Returns up to `most` characters of a text, with a note if it is cut. */
export const cut = (text: string, most: number): string =>
  text.length <= most
    ? visible(text)
    : `${visible(text.slice(0, most))} … (${written(text.length)} characters)`;
