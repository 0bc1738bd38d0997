// Helpers that the suites over all clients share.
import { setTimeout } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import type { Command, Driven, ListName, Notification } from '../src/clients/driven.ts';

/** The fixture server. */
export const everything: Command = {
  args: [`${import.meta.dirname}/../src/everything-server.ts`],
};

/** How many tools it has. */
export const TOOLS = 48;

/** The tool that answers with the roots of the client. */
export const ROOTS = 'test_input_required_result_list_roots';

/** Whatever a result with one text block says. */
export const said = (text: string): object => ({ content: [{ type: 'text', text }] });

/** Every entry of a list, all pages together, and how many requests it took. */
export const everyPage = async (
  client: Driven,
  name: ListName,
): Promise<{ items: readonly object[]; pages: number }> => {
  const items: object[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await client.list(name, cursor);
    items.push(...page.items);
    cursor = page.nextCursor;
    pages++;
  } while (cursor !== undefined && pages < 50);
  return { items, pages };
};

/** The notifications of one method. */
export const notificationsOf = (client: Driven, method: string): readonly Notification[] =>
  client.notifications.filter((notification) => notification.method === method);

/** Waits for the notification number `count` of one method. */
export const notified = async (client: Driven, method: string, count: number): Promise<void> => {
  await vi.waitFor(
    () => expect(notificationsOf(client, method).length).toBeGreaterThanOrEqual(count),
    20_000,
  );
};

/** Long enough for a notification that must not come: changes are told within 20 ms. */
export const quiet = (): Promise<void> => setTimeout(150);

/** Whether a process runs. */
export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
