// Suite of requests to the client and its user: forms, pages, sampling, roots. Runs under every official client.
import { expect, test } from 'vitest';
import type { Driven, Driver, Question } from '../src/clients/driven.ts';
import { notificationsOf, notified, ROOTS, said } from './suites.ts';

/** Tests that the server sends requests and uses the answers. */
export const asking = (driver: Driver, client: () => Driven): void => {
  const asked = async (work: () => Promise<unknown>): Promise<readonly Question[]> => {
    const before = client().questions.length;
    await work();
    return client().questions.slice(before);
  };

  test('asks by form and uses what the user filled in', async () => {
    client().answers.elicit = () => ({
      action: 'accept',
      content: { dish: 'soup', portions: 2, spicy: true, size: 'large' },
    });
    const questions = await asked(async () => {
      expect(await client().call('order')).toMatchObject(said('2 × soup, spicy, large'));
    });
    expect(questions).toMatchObject([
      {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: 'What would you like?',
          requestedSchema: {
            type: 'object',
            properties: {
              dish: { type: 'string', title: 'Dish', minLength: 2 },
              portions: { type: 'integer', minimum: 1, maximum: 9 },
              size: { type: 'string', enum: ['small', 'large'] },
            },
            required: ['dish', 'portions'],
          },
        },
      },
    ]);
  });

  test.for(['decline', 'cancel'] as const)('takes %s for an answer', async (action) => {
    client().answers.elicit = () => ({ action });
    expect(await client().call('order')).toMatchObject(said(`user chose to ${action}`));
  });

  test('answers other requests while a question is open', async () => {
    let open = (): void => {};
    const answered = new Promise<void>((resolve) => (open = resolve));
    client().answers.elicit = async () => {
      expect(await client().call('echo', { text: 'meanwhile' })).toMatchObject(said('meanwhile'));
      open();
      return { action: 'decline' };
    };
    expect(await client().call('order')).toMatchObject(said('user chose to decline'));
    await answered;
  });

  test('sends the user to a web page', async () => {
    const method = 'notifications/elicitation/complete';
    const before = notificationsOf(client(), method).length;
    client().answers.elicit = () => ({ action: 'accept' });
    const questions = await asked(async () => {
      expect(await client().call('sign_in')).toMatchObject(said('user chose to accept'));
    });
    expect(questions).toMatchObject([{ params: { mode: 'url', url: 'https://example.com/sign-in' } }]);
    // Only sessions have the notification.
    if (!driver.isModern) await notified(client(), method, before + 1);
  });

  test('asks the model of the client', async () => {
    client().answers.sample = () => ({
      role: 'assistant',
      model: 'bard',
      content: { type: 'text', text: 'An old pond' },
      stopReason: 'endTurn',
    });
    const questions = await asked(async () => {
      expect(await client().call('test_sampling', { prompt: 'A haiku, please.' })).toMatchObject(
        said('LLM response: bard: {"type":"text","text":"An old pond"}'),
      );
    });
    expect(questions).toMatchObject([
      {
        method: 'sampling/createMessage',
        params: { systemPrompt: 'You answer in few words.', maxTokens: 100 },
      },
    ]);
  });

  test('lets the model of the client use a tool', async () => {
    client().answers.sample = (params) =>
      JSON.stringify(params).includes('tool_result')
        ? { role: 'assistant', model: 'bard', content: { type: 'text', text: 'It is 21.5 degrees.' } }
        : {
            role: 'assistant',
            model: 'bard',
            content: { type: 'tool_use', id: 'u1', name: 'thermometer', input: {} },
            stopReason: 'toolUse',
          };
    const questions = await asked(async () => {
      expect(await client().call('look_up')).toMatchObject(
        said('LLM response: bard: {"type":"text","text":"It is 21.5 degrees."}'),
      );
    });
    expect(questions.length).toBe(2);
    expect(questions[1]).toMatchObject({ params: { tools: [{ name: 'thermometer' }] } });
  });

  test('asks for roots, again when they changed', async () => {
    const before = client().questions.length;
    const rootsAsked = (): number => client().questions.length - before;
    client().answers.roots = () => [{ uri: 'file:///home', name: 'home' }];
    expect(await client().call(ROOTS)).toMatchObject(said('home file:///home'));
    expect(await client().call(ROOTS)).toMatchObject(said('home file:///home'));
    // A session caches the roots; without one, every request asks.
    expect(rootsAsked()).toBe(driver.isModern ? 2 : 1);
    client().answers.roots = () => [{ uri: 'file:///work', name: 'work' }];
    if (!driver.isModern) await client().rootsChanged();
    expect(await client().call(ROOTS)).toMatchObject(said('work file:///work'));
    expect(rootsAsked()).toBe(driver.isModern ? 3 : 2);
  });

  test('asks several questions in one call and does once what must not happen twice', async () => {
    client().answers.elicit = () => ({ action: 'accept', content: { sure: true } });
    const questions = await asked(async () => {
      const result = await client().call('book');
      expect(result).toMatchObject({
        content: [{ text: expect.stringMatching(/^accept accept, one of \d+$/) }],
      });
    });
    expect(questions.map(({ params }) => params)).toMatchObject([
      { message: 'Sure?' },
      { message: 'Really?' },
    ]);
  });
};
