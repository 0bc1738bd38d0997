// URI templates (RFC 6570, the subset that MCP uses): parse, match in linear time, expand.
/** The values of a template's variables, percent-decoded. Optional query variables may be absent. */
export type UriVariables = { readonly [name: string]: string };

type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly reserved: boolean };

const EXPRESSION = /\{([^{}]*)\}/g;
const VARIABLE_NAME = /^[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*$/;
const OPERATORS = '+#./?&';

// Characters that a simple variable cannot contain unencoded.
const DELIMITERS = /[/?#]/;

/**
 * A URI template. Understands `{a}`, `{+a}`, `{/a}`, `{.a}`, `{#a}`, `{?a,b}` and `{&a,b}`; query variables may be
 * absent and come in any order. A simple variable ends at the first place where the text after it matches; a reserved
 * one (`{+a}`) at the last.
 */
export class UriTemplate {
  readonly template: string;
  /** Every variable, in order of appearance. */
  readonly variables: readonly string[];
  readonly #parts: readonly Part[];
  readonly #query: readonly string[];

  /**
   * @throws {TypeError} when the template is malformed, uses a modifier (`*`, `:3`) or operator (`{;a}`, `{|a}`) that
   * is not understood, names a variable twice, or has two variables that touch.
   */
  constructor(template: string) {
    this.template = template;
    const parts: Part[] = [];
    const query: string[] = [];
    let end = 0;
    for (const match of template.matchAll(EXPRESSION)) {
      pushLiteral(parts, template.slice(end, match.index));
      readExpression(match[1] ?? '', parts, query, template);
      end = match.index + match[0].length;
    }
    pushLiteral(parts, template.slice(end));
    if (/[{}]/.test(template.replace(EXPRESSION, '')))
      throw new TypeError(`unbalanced braces in URI template ${template}`);
    this.#parts = parts;
    this.#query = query;
    this.variables = [...parts.flatMap((part) => (part.kind === 'variable' ? [part.name] : [])), ...query];
    if (new Set(this.variables).size < this.variables.length)
      throw new TypeError(`a variable appears twice in ${template}`);
  }

  /**
   * Returns the variables of a URI, or undefined if it does not match or is badly encoded. Takes
   * time linear in the length of the URI.
   */
  match(uri: string): UriVariables | undefined {
    const mark = this.#query.length > 0 ? uri.indexOf('?') : -1;
    const raw = matchParts(this.#parts, mark < 0 ? uri : uri.slice(0, mark));
    if (raw === undefined) return undefined;
    if (mark >= 0) readQuery(uri.slice(mark + 1), this.#query, raw);
    return decodeAll(raw);
  }

  /** The URI for these values. Absent query variables are omitted; other absent ones become empty. */
  expand(values: { readonly [name: string]: string | undefined }): string {
    const path = this.#parts.map((part) =>
      part.kind === 'literal'
        ? part.text
        : part.reserved
          ? encodeReserved(values[part.name] ?? '')
          : encodeURIComponent(values[part.name] ?? ''),
    );
    const query = this.#query.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
    });
    return path.join('') + (query.length > 0 ? `?${query.join('&')}` : '');
  }
}

function pushLiteral(parts: Part[], text: string): void {
  const last = parts.at(-1);
  if (text === '') return;
  if (last?.kind === 'literal') parts[parts.length - 1] = { kind: 'literal', text: last.text + text };
  else parts.push({ kind: 'literal', text });
}

function readExpression(expression: string, parts: Part[], query: string[], template: string): void {
  const operator = OPERATORS.includes(expression.charAt(0)) ? expression.charAt(0) : '';
  const names = expression.slice(operator.length).split(',');
  for (const [i, name] of names.entries()) {
    if (!VARIABLE_NAME.test(name))
      throw new TypeError(`"${name}" in URI template ${template} is not a plain variable name`);
    if (operator === '?' || operator === '&') {
      query.push(name);
      continue;
    }
    const separator =
      operator === '/' || operator === '.' || (operator === '#' && i === 0) ? operator : i > 0 ? ',' : '';
    pushLiteral(parts, separator);
    if (parts.at(-1)?.kind === 'variable')
      throw new TypeError(`two variables touch in URI template ${template}; nothing tells where one ends`);
    parts.push({ kind: 'variable', name, reserved: operator === '+' || operator === '#' });
  }
}

// One pass without backtracking: one search for the next literal finds the end of each variable.
function matchParts(parts: readonly Part[], text: string): Map<string, string> | undefined {
  const values = new Map<string, string>();
  let at = 0;
  for (const [i, part] of parts.entries()) {
    if (part.kind === 'literal') {
      if (!text.startsWith(part.text, at)) return undefined;
      at += part.text.length;
      continue;
    }
    const end = variableEnd(parts, i, text, at);
    if (end < at) return undefined;
    const value = text.slice(at, end);
    if (!part.reserved && (value === '' || DELIMITERS.test(value))) return undefined;
    values.set(part.name, value);
    at = end;
  }
  return at === text.length ? values : undefined;
}

function variableEnd(parts: readonly Part[], index: number, text: string, from: number): number {
  const part = parts[index];
  const next = parts[index + 1];
  if (next?.kind !== 'literal') return text.length;
  const isLast = index + 2 === parts.length;
  if (isLast) return text.endsWith(next.text) ? text.length - next.text.length : -1;
  return part?.kind === 'variable' && part.reserved
    ? text.lastIndexOf(next.text)
    : text.indexOf(next.text, from);
}

function readQuery(text: string, names: readonly string[], values: Map<string, string>): void {
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    if (names.includes(name) && !values.has(name)) values.set(name, equals < 0 ? '' : pair.slice(equals + 1));
  }
}

function decodeAll(raw: Map<string, string>): UriVariables | undefined {
  try {
    return Object.fromEntries([...raw].map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}

// Reserved expansion keeps the URI's own delimiters and encodes the rest.
function encodeReserved(value: string): string {
  return encodeURI(value).replaceAll(/%5B|%5D/g, (code) => decodeURIComponent(code));
}
