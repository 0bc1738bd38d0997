// Compares what the server wrote with what it had to write: one answer per request, with its id, and nothing else.
import { isMessage, textOf, type Inbox, type Message } from './ends.ts';

/** The expected answer to one message. */
export type Expected =
  /** Nothing at all. */
  | { readonly kind: 'nothing' }
  /** An error without an id, because none could be read. */
  | { readonly kind: 'anonymous'; readonly code: number }
  /** An answer to this id: a text, an error code, or anything but an internal error. */
  | { readonly kind: 'answer'; readonly id: string | number; readonly is: string | number | undefined };

/** One message for the server and what must come back. */
export interface Shot {
  /** The line, without its end. */
  readonly line: string | Uint8Array;
  readonly expected: readonly Expected[];
}

const INTERNAL_ERROR = -32603;

const codeOf = ({ error }: Message): unknown => (isMessage(error) ? error['code'] : undefined);

const faultOfAnswer = (answer: Message, is: string | number | undefined): string | undefined => {
  const code = codeOf(answer);
  if (typeof is === 'number') return code === is ? undefined : `is not error ${is}`;
  if (code === INTERNAL_ERROR) return 'is an internal error';
  if (is === undefined) return undefined;
  return textOf(answer) === is ? undefined : `is not ${is}`;
};

/** Describes the first few faults. */
export const faultsOf = (inbox: Inbox, shots: readonly Shot[]): string[] => {
  const faults = inbox.broken.map((line) => `not JSON: ${line.slice(0, 200)}`);
  if (inbox.rest !== '') faults.push(`no newline after: ${inbox.rest.slice(0, 200)}`);
  const answers = new Map<string, Message[]>();
  const anonymous = new Map<unknown, number>();
  for (const message of inbox.messages()) {
    if ('method' in message || message['id'] === 'init') continue;
    if ('id' in message) {
      const key = JSON.stringify(message['id']);
      const same = answers.get(key);
      if (same === undefined) answers.set(key, [message]);
      else same.push(message);
    } else {
      anonymous.set(codeOf(message), (anonymous.get(codeOf(message)) ?? 0) + 1);
    }
  }
  for (const { line, expected } of shots) {
    for (const one of expected) {
      const fault = settle(one, answers, anonymous);
      if (fault !== undefined) faults.push(`${fault}; sent: ${String(line).slice(0, 200)}`);
    }
  }
  for (const [id, rest] of answers)
    if (rest.length > 0) faults.push(`${rest.length} answers too many for ${id}: ${JSON.stringify(rest[0])}`);
  for (const [code, count] of anonymous)
    if (count !== 0) faults.push(`${count} errors ${String(code)} without id too many (too few if negative)`);
  return faults.slice(0, 10);
};

const settle = (
  expected: Expected,
  answers: Map<string, Message[]>,
  anonymous: Map<unknown, number>,
): string | undefined => {
  switch (expected.kind) {
    case 'nothing':
      return undefined;
    case 'anonymous':
      anonymous.set(expected.code, (anonymous.get(expected.code) ?? 0) - 1);
      return undefined;
    case 'answer': {
      // An id sent again while in use is refused, so it is unknown which answer belongs to which request.
      const same = answers.get(JSON.stringify(expected.id)) ?? [];
      const fitting = same.findIndex((one) => faultOfAnswer(one, expected.is) === undefined);
      const [answer] = same.splice(Math.max(fitting, 0), 1);
      if (answer === undefined) return `no answer to ${JSON.stringify(expected.id)}`;
      const fault = faultOfAnswer(answer, expected.is);
      return fault === undefined ? undefined : `${JSON.stringify(answer).slice(0, 200)} ${fault}`;
    }
  }
};
