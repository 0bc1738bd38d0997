// Frontmatter: the part of YAML that skills need: texts, numbers and booleans, and one map of these.
import { DefinitionError, type JsonObject } from '../index.ts';

const LINE = /^( *)([A-Za-z_][\w./-]*):(?: +(.*?))? *$/;
// What begins so means more in YAML than a text.
const SPECIAL = /^[[\]{}&*!|>%@`#?,-]|: | #/;
const KEYWORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null, '~': null };

/**
 * The frontmatter of a SKILL.md as JSON.
 *
 * @throws {DefinitionError} when there is none, or when it holds more of YAML than is understood here.
 */
export function readFrontmatter(text: string): JsonObject {
  const [, block] = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/.exec(text) ?? [];
  if (block === undefined)
    throw new DefinitionError(
      'SKILL.md begins with its frontmatter: name and description between two lines "---"',
    );
  const read: JsonObject = {};
  let inner: JsonObject | undefined;
  for (const line of block.split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, indent = '', key = '', value] = LINE.exec(line) ?? refuse(line);
    if (indent !== '') (inner ?? refuse(line))[key] = toValue(value ?? '', line);
    else if (value === undefined || value === '') read[key] = inner = {};
    else [read[key], inner] = [toValue(value, line), undefined];
  }
  return read;
}

function toValue(text: string, line: string): unknown {
  if (text.startsWith('"')) return parse(text, line);
  if (/^'(?:[^']|'')*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  if (Object.hasOwn(KEYWORDS, text)) return KEYWORDS[text];
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return Number(text);
  return text === '' || text.startsWith("'") || SPECIAL.test(text) ? refuse(line) : text;
}

function parse(text: string, line: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse(line);
  }
}

function refuse(line: string): never {
  throw new DefinitionError(
    `the frontmatter of SKILL.md: ${JSON.stringify(line)} is not "key: value"; write a text that has more than words in double quotes`,
  );
}
