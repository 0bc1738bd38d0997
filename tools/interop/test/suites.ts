// Helpers that the tests under all clients share.
import { expect, vi } from 'vitest';
import type { Command, Driven, Interest, ListName, Notification } from '../src/clients/driven.ts';

/** The fixture server. */
export const everything: Command = {
  args: [`${import.meta.dirname}/../src/everything-server.ts`],
};

/** The number of its tools. */
export const TOOLS = 48;

/** The tool that returns the client's roots. */
export const ROOTS = 'test_input_required_result_list_roots';

export const UPDATED = 'notifications/resources/updated';

/** Matches a result with this text block. */
export const said = (text: string): object => ({ content: [{ type: 'text', text }] });

/** Matches a result whose first block contains this text. */
export const saysOf = (part: string): object => ({ content: [{ text: expect.stringContaining(part) }] });

/** Matches a resource whose text contains this. */
export const hasText = (part: string): object => ({ contents: [{ text: expect.stringContaining(part) }] });

/** Matches a completion with these values. */
export const completes = (...values: readonly string[]): object => ({ completion: { values } });

/** Returns all entries of a list, from all pages. */
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

/** Returns the names in a list. */
export const namesOf = (items: readonly object[]): unknown[] =>
  items.map((item) => 'name' in item && item.name);

/** Returns the notifications of one method. */
export const notificationsOf = (client: Driven, method: string): readonly Notification[] =>
  client.notifications.filter((notification) => notification.method === method);

/** Waits until `count` notifications of one method have arrived. */
export const notified = async (client: Driven, method: string, count: number): Promise<void> => {
  await vi.waitFor(
    () => expect(notificationsOf(client, method).length).toBeGreaterThanOrEqual(count),
    20_000,
  );
};

/** Subscribes to changes, runs `change`, and returns the notification that follows. */
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

/** Returns whether a process runs. */
export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
