// Checks answers, so that a server that answers with errors fails instead of looking fast.
import { isDeepStrictEqual } from 'node:util';
import { answer, type ToolSpec } from '../../variants/catalogue.ts';
import { type Batch, echoText, type Era } from './messages.ts';

type Json = Readonly<Record<string, unknown>>;
export type ResultCheck = (result: Json) => boolean;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasText(result: Json, text: string): boolean {
  return result['isError'] !== true && isDeepStrictEqual(result['content'], [{ type: 'text', text }]);
}

export const isEcho: ResultCheck = (result) => hasText(result, echoText);
export const isLargeText: ResultCheck = (result) => hasText(result, answer('large_text', {}));

/** Returns whether the list has exactly these tools. Ignores what libraries add to a schema or a tool. */
export function isToolList(specs: readonly ToolSpec[]): ResultCheck {
  return ({ tools }) => {
    if (!Array.isArray(tools) || tools.length !== specs.length) return false;
    const byName = new Map(tools.filter(isObject).map((tool) => [tool['name'], tool]));
    return specs.every((spec) => isTool(byName.get(spec.name), spec));
  };
}

function isTool(tool: Json | undefined, { description, inputSchema }: ToolSpec): boolean {
  const schema = tool?.['inputSchema'];
  const listed = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
  return (
    tool?.['description'] === description &&
    isDeepStrictEqual(Object.keys(listed), Object.keys(inputSchema.properties))
  );
}

/** Returns the id and result in a line. Throws if the line is not a valid result of this era. */
export function resultOf(line: string, era: Era): { readonly id: unknown; readonly result: Json } {
  const message: unknown = JSON.parse(line);
  const sample = line.slice(0, 300);
  if (!isObject(message) || !isObject(message['result'])) throw new Error(`Not a result: ${sample}`);
  const { id, result } = { id: message['id'], result: message['result'] };
  if (era === 'modern' && result['resultType'] !== 'complete')
    throw new Error(`Not a modern result: ${sample}`);
  return { id, result };
}

/** Checks the number and equal length of the answers (ids have one width), and the content of the first and last. */
export function checkAnswers(
  chunks: readonly Buffer[],
  batch: Batch,
  { era, check }: { era: Era; check: ResultCheck },
): void {
  const lines = Buffer.concat(chunks).toString().split('\n');
  const rest = lines.pop();
  if (rest !== '') throw new Error(`Unexpected output: ${rest?.slice(0, 200)}`);
  if (lines.length !== batch.count) throw new Error(`${lines.length} answers to ${batch.count} requests`);
  for (const line of [lines[0] ?? '', lines.at(-1) ?? '']) {
    const { id, result } = resultOf(line, era);
    const index = typeof id === 'number' ? id - batch.firstId : Number.NaN;
    if (!(index >= 0 && index < batch.count)) throw new Error(`Answer with the unknown id ${String(id)}`);
    if (!check(result)) throw new Error(`Wrong answer: ${line.slice(0, 300)}`);
  }
  if (lines.some(({ length }) => length !== lines[0]?.length))
    throw new Error('Some answers differ in length from the first one');
}
