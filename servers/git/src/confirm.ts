// Consent: what a call could lose, as a question to the user (`--confirm`).
import { ToolError } from '@mcp/runtime';
import type { Stake } from '@mcp/command-line';
import { quoted } from '@mcp/git';

/** Says what a call would do, like `Delete the branch "x"`; false if it can lose nothing. */
export type Act<A> = (args: A) => string | false;

/** Hosts cut longer questions, and the user must see everything that would be lost. */
const MOST_CHARACTERS = 900;
const MOST_NAMES = 20;

/** Quotes a value, so that its end is visible. */
export const named = (value: string): string => quoted(value, Infinity);

/**
 * Quotes each file.
 *
 * @throws {ToolError} if there are more than a question can show.
 */
export const namedFiles = (given: string | readonly string[]): string => {
  const files = [given].flat();
  if (files.length > MOST_NAMES) throw tooMuch(`${files.length} files`);
  return files.includes('.') ? 'all files' : files.map(named).join(', ');
};

const tooMuch = (what: string): ToolError =>
  new ToolError(`The user has to agree to this call, and cannot be shown ${what} at once.`, {
    code: 'declined',
    hint: `Give at most ${MOST_NAMES} files in a call, with short names, or the folder that they are in.`,
  });

/** Returns the question to the user; undefined if there is nothing to ask, as with `dry_run`. */
export const toStake =
  <A>(act: Act<A>) =>
  (args: A & { readonly repo_path?: string; readonly dry_run?: boolean }): Stake | undefined => {
    const said = args.dry_run !== true && act(args);
    if (said === false) return undefined;
    const { repo_path: place } = args;
    const question = `${said}?${place === undefined ? '' : ` In ${named(place)}.`}`;
    if (question.length > MOST_CHARACTERS) throw tooMuch(`${question.length} characters`);
    return { question, act: said };
  };
