// A tool that puts one question to the client: what reached the client, and what became known to the author.
import { expect } from 'vitest';
import { AskError, defineServer, defineTool } from '../../src/index.ts';
import type { ClientCapabilities, Context } from '../../src/index.ts';
import type { TestClient } from '../../src/testing/test-client.ts';
import type { Bench, Message } from './harness.ts';
import { answerTo, requestOf, resultIn } from './messages.ts';
import type { Revision } from './requirements/index.ts';

/** What the client declares, and how it answers whatever it is asked. */
interface Asked {
  readonly capabilities: ClientCapabilities;
  readonly reply?: () => Message | Promise<Message>;
}

interface Outcome {
  /** The whole messages that asked the client, and all notifications. */
  readonly asked: readonly unknown[];
  /** The answer, or the error that the author got instead. */
  readonly got: unknown;
  /** How the call of the tool ended: its result, or an error. */
  readonly result: unknown;
  readonly client: TestClient;
}

const isModern = (revision: Revision): boolean => revision === '2026-07-28';

/** Lets a tool ask. The author copes with an error where a session goes on after it. */
export const ask = async (
  { connect, revision }: Bench,
  question: (ctx: Context) => Promise<unknown>,
  { capabilities, reply = () => ({}) }: Asked,
): Promise<Outcome> => {
  let got: unknown;
  const tool = defineTool({
    name: 'ask',
    run: async (_, ctx) => {
      got = await question(ctx).catch((error: unknown) => error);
      if (isModern(revision) && got instanceof Error) throw got;
    },
  });
  const server = defineServer({ name: 'test', version: '1.0.0', tools: [tool], report: () => {} });
  const answers = { 'elicitation/create': reply, 'sampling/createMessage': reply };
  const client = await connect(server, { capabilities, answers });
  const result: unknown = await client
    .request('tools/call', { name: 'ask' })
    .catch((error: unknown) => error);
  const asked = client.received.filter((message) => {
    const { method, result: { resultType = '' } = {} } = Object(message);
    return method !== undefined || resultType === 'input_required';
  });
  return { asked, got, result, client };
};

/** The message by which a question with the key `key` reaches the client. */
export const questionIn = (revision: Revision, method: string, params: object): Message => {
  if (!isModern(revision)) return requestOf(expect.anything(), method, params);
  const { _meta } = resultIn(revision, {});
  return answerTo(expect.anything(), {
    resultType: 'input_required',
    _meta,
    inputRequests: { key: { method, params } },
    requestState: expect.any(String),
  });
};

/** Expects that the author was refused for this reason, and that the client was not asked. */
export const expectUnasked = (
  { revision }: Bench,
  { asked, got, result }: Outcome,
  reason: RegExp = /./,
): void => {
  expect(asked).toEqual([]);
  expect(got).toMatchObject({ message: expect.stringMatching(reason) });
  const masked = {
    content: [{ type: 'text', text: expect.stringMatching(/^Internal error/) }],
    isError: true,
  };
  expect(result).toEqual(resultIn(revision, isModern(revision) ? masked : { content: [] }));
};

/** Expects that the answer was refused: to the author in a session, and otherwise to the client that sent it. */
export const expectMalformed = (
  { revision }: Bench,
  { got, result }: Outcome,
  reason: RegExp = /./,
): void => {
  expect(got).toMatchObject({ message: expect.stringMatching(reason) });
  if (isModern(revision)) {
    const message = expect.stringContaining('inputResponses.key');
    expect(result).toMatchObject({ code: -32602, message });
    return;
  }
  expect(got).toBeInstanceOf(AskError);
  expect(result).toEqual({ content: [] });
};
