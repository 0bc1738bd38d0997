// Rows between the processes: they travel as text, and the server passes them on without parsing them.
import type { JsonValue } from './sql/value.ts';
import type { Column, RowsHead, Task, WriteAnswer } from './tasks.ts';

/** Rows as the process of the database writes them. */
export interface RowBytes {
  readonly head: RowsHead;
  /** A list of lists, as JSON in UTF-8. */
  readonly json: Uint8Array;
  /** A list of dictionaries, as Python writes it, as a JSON string in UTF-8. */
  readonly text: Uint8Array;
}

/** Rows of one statement. */
export class Rows implements RowsHead {
  readonly columns: readonly Column[];
  readonly count: number;
  readonly isTruncated: boolean;
  readonly hasCutValues: boolean;
  readonly elapsedMs: number;
  readonly #json: Buffer;
  readonly #text: Buffer;

  constructor(head: RowsHead, json: Buffer, text: Buffer) {
    this.columns = head.columns;
    this.count = head.count;
    this.isTruncated = head.isTruncated;
    this.hasCutValues = head.hasCutValues;
    this.elapsedMs = head.elapsedMs;
    this.#json = json;
    this.#text = text;
  }

  /** The rows as JSON: a list of lists, in one line. */
  get json(): string {
    return this.#json.toString();
  }

  /** The rows as Python writes a list of dictionaries, as a JSON string. */
  get textJson(): string {
    return this.#text.toString();
  }

  /** The rows as Python writes a list of dictionaries. */
  get text(): string {
    return JSON.parse(this.textJson) as string;
  }

  /** The rows. Each call parses them. */
  get values(): readonly (readonly JsonValue[])[] {
    return JSON.parse(this.json) as JsonValue[][];
  }
}

/** What the process has done. */
export type Outcome = readonly RowBytes[] | WriteAnswer<RowBytes> | object;

/** The answer of a task with its rows apart. */
export const takeRows = (kind: Task['kind'], outcome: Outcome): { answer: unknown; parts: Uint8Array[] } => {
  const parts: Uint8Array[] = [];
  const take = ({ head, json, text }: RowBytes): RowsHead => {
    parts.push(json, text);
    return head;
  };
  if (kind === 'read') return { answer: (outcome as readonly RowBytes[]).map(take), parts };
  if (kind === 'versions') return { answer: outcome, parts };
  const written = outcome as WriteAnswer<RowBytes>;
  const results = written.results.map((result) =>
    result.returning === undefined ? result : { ...result, returning: take(result.returning) },
  );
  return { answer: { ...written, results }, parts };
};

/** The answer of a task with its rows where they belong. */
export const putRows = (kind: Task['kind'], answer: unknown, parts: readonly Buffer[]): unknown => {
  let next = 0;
  const put = (head: RowsHead): Rows => {
    const [json, text] = [parts[next], parts[next + 1]];
    next += 2;
    if (json === undefined || text === undefined) throw new Error('the rows of an answer are missing');
    return new Rows(head, json, text);
  };
  if (kind === 'read') return (answer as readonly RowsHead[]).map(put);
  if (kind === 'versions') return answer;
  const written = answer as WriteAnswer<RowsHead>;
  const results = written.results.map((result) =>
    result.returning === undefined ? result : { ...result, returning: put(result.returning) },
  );
  return { ...written, results };
};
