// Reads a Jupyter notebook: its cells and their output. Images are named, not shown.
import type { DocumentPart, DocumentText } from './document.ts';
import { unreadable } from './document-error.ts';

/** More cells would block the server while they arrive. */
const MAX_CELLS = 10_000;

type Json = { readonly [name: string]: unknown };

/** @throws {DocumentError} `unreadable` if it is not a notebook. */
export const readIpynb = (bytes: Uint8Array): DocumentText => {
  const notebook = parse(bytes);
  const { cells } = notebook;
  if (!Array.isArray(cells)) throw unreadable('is not a notebook, or one of version 3 or older', HINT);
  const language = languageOf(notebook);
  const read = cells.slice(0, MAX_CELLS).filter(isObject);
  const parts = read.map((cell, index) => readCell(cell, index + 1, language));
  const rest = `Only the first ${MAX_CELLS} of ${cells.length} cells are here; ${HINT}`;
  return { kind: 'ipynb', parts, notes: cells.length > MAX_CELLS ? [rest] : [] };
};

const HINT = 'encoding: "utf-8" shows its source.';

const parse = (bytes: Uint8Array): Json => {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(value) ? value : {};
  } catch (error) {
    throw unreadable('is not JSON', HINT, error);
  }
};

const languageOf = ({ metadata }: Json): string => {
  const about = isObject(metadata) ? metadata['language_info'] : undefined;
  return isObject(about) && typeof about['name'] === 'string' ? about['name'] : '';
};

const readCell = (cell: Json, number: number, language: string): DocumentPart => {
  const { cell_type: type, source, outputs } = cell;
  const text = toText(source);
  if (type !== 'code') return { title: `Cell ${number} (${String(type)})`, text };
  const shown = Array.isArray(outputs) ? outputs.filter(isObject).map(readOutput) : [];
  const printed = shown.filter((output) => output !== '').join('\n');
  const code = `\`\`\`${language}\n${text}\n\`\`\``;
  const output = printed === '' ? code : `${code}\n\nOutput:\n${printed.trimEnd()}`;
  return { title: `Cell ${number} (code)`, text: output };
};

const readOutput = (output: Json): string => {
  const { output_type: type, text, data, ename, evalue } = output;
  if (type === 'stream') return toText(text);
  if (type === 'error') return `${String(ename)}: ${String(evalue)}`;
  if (!isObject(data)) return '';
  const kind = ['text/markdown', 'text/plain', 'text/html'].find((mime) => data[mime] !== undefined);
  const image = Object.keys(data).find((mime) => mime.startsWith('image/'));
  if (image !== undefined) return `[${image}]`;
  return kind === undefined ? '' : toText(data[kind]);
};

const toText = (source: unknown): string =>
  Array.isArray(source) ? source.map(String).join('') : typeof source === 'string' ? source : '';

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
