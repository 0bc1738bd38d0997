// What the tests under all clients share.
import { expect, vi } from 'vitest';
import type { Command, Driven, Interest, ListName, Notification } from '../src/clients/driven.ts';

/** The fixture server. */
export const everything: Command = {
  args: [`${import.meta.dirname}/../src/everything-server.ts`],
};

/** How many tools it has. */
export const TOOLS = 48;

/** The tool that answers with the roots of the client. */
export const ROOTS = 'test_input_required_result_list_roots';

export const UPDATED = 'notifications/resources/updated';

/** A result with this text block, whatever else it says. */
export const said = (text: string): object => ({ content: [{ type: 'text', text }] });

/** A result whose first block has this in its text. */
export const saysOf = (part: string): object => ({ content: [{ text: expect.stringContaining(part) }] });

/** A resource that has this in its text. */
export const hasText = (part: string): object => ({ contents: [{ text: expect.stringContaining(part) }] });

/** Completion with these values. */
export const completes = (...values: readonly string[]): object => ({ completion: { values } });

/** Every entry of a list, all pages together. */
export const everyPage = async (client: Driven, name: ListName): Promise<readonly object[]> => {
  const items: object[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages === 0 || (cursor !== undefined && pages < 50); pages++) {
    const page = await client.list(name, cursor);
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
};

/** The names in a list. */
export const namesOf = (items: readonly object[]): unknown[] =>
  items.map((item) => 'name' in item && item.name);

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

/** Follows what a client is interested in, and waits for a notification of what `change` does. Returns it. */
export const tells = async (
  client: Driven,
  interest: Partial<Interest>,
  method: string,
  change: () => unknown,
): Promise<Notification | undefined> => {
  const stop = await client.follow({ uris: [], lists: [], ...interest });
  const before = notificationsOf(client, method).length;
  await change();
  await notified(client, method, before + 1);
  const last = notificationsOf(client, method).at(-1);
  await stop();
  return last;
};

/** Whether a process runs. */
export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
