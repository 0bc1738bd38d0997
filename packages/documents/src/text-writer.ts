// Writes text piece by piece, within a limit.
import { DocumentError } from './document-error.ts';
import { MAX_TEXT_CHARS } from './document.ts';

/** The number of characters that a document may still add. Repeated text counts each time. */
export class TextBudget {
  #left = MAX_TEXT_CHARS;

  /** @throws {DocumentError} `too_large` if the document has too much text. */
  spend(length: number): void {
    this.#left -= length;
    if (this.#left < 0)
      throw new DocumentError(
        'too_large',
        `The document has more than ${MAX_TEXT_CHARS} characters of text.`,
        'Ask the user for a smaller one, or for its text.',
      );
  }
}

/** Writes paragraphs, with an empty line between blocks but not between list items. */
export class TextWriter {
  readonly #blocks: string[] = [];
  readonly #budget: TextBudget;
  #isList = false;

  constructor(budget: TextBudget = new TextBudget()) {
    this.#budget = budget;
  }

  /** Adds a paragraph with a mark like `# ` or `- `, unless it is empty. */
  paragraph(mark: string, text: string): void {
    if (text.trim() === '') return;
    const isList = mark === '- ';
    this.#push(mark + (mark === '' ? text.trimEnd() : text.trim()), isList && this.#isList ? '\n' : '\n\n');
    this.#isList = isList;
  }

  block(text: string): void {
    if (text === '') return;
    this.#push(text, '\n\n');
    this.#isList = false;
  }

  #push(text: string, separator: string): void {
    this.#budget.spend(text.length);
    this.#blocks.push(this.#blocks.length === 0 ? text : separator + text);
  }

  toString(): string {
    return this.#blocks.join('');
  }
}

/** Writes a Markdown table. */
export class TableWriter {
  readonly #rows: string[][] = [];
  #row: string[] = [];
  #cell: string[] = [];

  text(text: string): void {
    if (text.trim() !== '') this.#cell.push(text.trim());
  }

  endCell(): void {
    this.#row.push(this.#cell.join(' ').replaceAll(/\s+/g, ' ').replaceAll('|', '\\|'));
    this.#cell = [];
  }

  endRow(): void {
    this.#rows.push(this.#row);
    this.#row = [];
  }

  toString(): string {
    const [first = [], ...others] = this.#rows;
    const rule = first.map(() => '---');
    return [first, rule, ...others].map((row) => `| ${row.join(' | ')} |`).join('\n');
  }
}
