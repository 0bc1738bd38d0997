// Standard error of a transfer: progress for the client, and the other lines for the answer.
import type { GitRequest } from '../request.ts';

/** In the order in which git prints them. Each counts for 100 units of progress. */
const PHASES = [
  ...['Enumerating objects', 'Counting objects', 'Compressing objects'],
  ...['Receiving objects', 'Unpacking objects', 'Writing objects', 'Resolving deltas', 'Updating files'],
];

const LINE = new RegExp(`^(?:remote: )?(${PHASES.join('|')}): +(\\d+)%? ?(.*)$`);

const MAX_LINES = 200;
const MAX_LINE = 500;

/** Sends progress to the client and collects the other lines. */
export class TransferWatch {
  /** The first lines other than progress. */
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

  /** Returns the lines once git has ended. */
  end(): readonly string[] {
    this.#addLine(this.#rest);
    this.#rest = '';
    return this.lines;
  }

  #addLine(given: string): void {
    // A remote may send escape sequences of a terminal.
    const line = given.replaceAll(/\p{Cc}/gu, '');
    const [, phase = '', percent = ''] = LINE.exec(line) ?? [];
    if (phase === '') {
      if (line.trim() !== '' && this.lines.length < MAX_LINES) this.lines.push(line.slice(0, MAX_LINE));
      return;
    }
    // Without a total, git prints no percentage.
    const done = line.includes('%') ? Number(percent) : 0;
    this.#request.progress(
      100 * PHASES.indexOf(phase) + done,
      100 * PHASES.length,
      line.trim().slice(0, MAX_LINE),
    );
  }
}
