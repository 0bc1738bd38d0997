// Transcript: prints requests and responses.
import { styleText } from 'node:util';

const MAX_LINES = 4;
const MAX_WIDTH = 100;

const write = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Prints a heading. */
export const title = (text: string): void =>
  write(`\n${styleText('bold', text)}\n${'─'.repeat(text.length)}`);

/** Prints a sentence. */
export const say = (text: string): void => write(text);

/** Prints a request. */
export const ask = (text: string): void => write(`\n${styleText('cyan', `→ ${cut(text)}`)}`);

/** Prints the first lines of a response. */
export const answer = (text: string): void => {
  const lines = text.trimEnd().split('\n');
  for (const line of lines.slice(0, MAX_LINES)) write(`  ${cut(line)}`);
  if (lines.length > MAX_LINES) write(styleText('dim', `  … ${lines.length - MAX_LINES} more lines`));
};

/** Prints a notification or an observation. */
export const event = (text: string): void => write(`  ${styleText('yellow', `· ${cut(text)}`)}`);

const cut = (line: string): string => (line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH)}…` : line);
