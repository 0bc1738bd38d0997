// Answers in pages.
import type { TestClient } from '@mcp/runtime/testing';
import { call, type Answer } from './setup.ts';

const MOST = 200;

/** Returns all pages of a tool. The cursor is in the data or in a note after the text. */
export const pagesOf = async (client: TestClient, tool: string, args: object = {}): Promise<Answer[]> => {
  const pages: Answer[] = [];
  for (let more: object | undefined = {}; more !== undefined && pages.length < MOST;) {
    const page = await call(client, tool, { ...args, ...more });
    pages.push(page);
    const noted = /^\[There are more .* cursor "(.*)"/.exec(page.content[0]?.text ?? '')?.[1];
    const cursor = page.structuredContent?.['next_cursor'] ?? noted;
    more = cursor === undefined ? undefined : { cursor };
  }
  return pages;
};
