// What git says on standard error during a transfer: how far it is, and other lines.
import type { GitRequest } from '../request.ts';

/** In the order in which they come. Each has a hundred units. */
const PHASES = [
  ...['Enumerating objects', 'Counting objects', 'Compressing objects'],
  ...['Receiving objects', 'Unpacking objects', 'Writing objects', 'Resolving deltas', 'Updating files'],
];

const LINE = new RegExp(`^(?:remote: )?(${PHASES.join('|')}): +(\\d+)%? ?(.*)$`);

const MAX_LINES = 200;
const MAX_LINE = 500;

/** Takes pieces of the output: progress goes to the client, other lines are kept. */
export class TransferWatch {
  /** The lines that tell no progress, the first ones. */
  readonly lines: string[] = [];
  readonly #request: Pick<GitRequest, 'progress'>;
  #rest = '';

  constructor(request: Pick<GitRequest, 'progress'>) {
    this.#request = request;
  }

  readonly add = (chunk: Buffer): void => {
    const parts = (this.#rest + chunk.toString('utf8')).split(/[\r\n]+/);
    this.#rest = (parts.pop() ?? '').slice(0, MAX_LINE);
    for (const part of parts) this.#addLine(part);
  };

  /** All lines. */
  end(): readonly string[] {
    this.#addLine(this.#rest);
    this.#rest = '';
    return this.lines;
  }

  #addLine(given: string): void {
    // What a remote says may be meant for a terminal.
    const line = given.replaceAll(/\p{Cc}/gu, '');
    const [, phase = '', percent = ''] = LINE.exec(line) ?? [];
    if (phase === '') {
      if (line.trim() !== '' && this.lines.length < MAX_LINES) this.lines.push(line.slice(0, MAX_LINE));
      return;
    }
    // A count without a whole has no percent sign.
    const done = line.includes('%') ? Number(percent) : 0;
    this.#request.progress(
      100 * PHASES.indexOf(phase) + done,
      100 * PHASES.length,
      line.trim().slice(0, MAX_LINE),
    );
  }
}
