// Asking: a tool asks the client one question; records what the client receives and what the author gets.
import { expect } from 'vitest';
import { AskError, defineServer, defineTool } from '../../src/index.ts';
import type { ClientCapabilities, Context } from '../../src/index.ts';
import type { TestClient } from '../../src/testing/test-client.ts';
import type { Bench, Message } from './harness.ts';
import { answerTo, requestOf, resultIn } from './messages.ts';
import type { Revision } from './requirements/index.ts';

/** The client's capabilities and its answer. */
interface Asked {
  readonly capabilities: ClientCapabilities;
  readonly reply?: () => Message | Promise<Message>;
}

interface Outcome {
  /** The question messages and all notifications. */
  readonly asked: readonly unknown[];
  /** The answer or error for the author. */
  readonly got: unknown;
  /** The tool call's result or error. */
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

/** Returns the message of the question with this key. */
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

/** Expects a refusal to the author for this reason, without a question to the client. */
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

/** Expects a refused answer: reported to the author in a session, otherwise to the client. */
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
