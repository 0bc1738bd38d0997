// The tables of the docs that are made from the sources.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LIMITS } from '../../src/jsonrpc/admission.ts';
import { METHODS, revisionsOf, type MethodRow } from '../../src/protocol/methods.ts';
import { REVISIONS } from '../../src/protocol/revisions.ts';
import { SHAPES, type Member } from '../../src/protocol/shapes.ts';
import { toTable } from './markdown.ts';

const SENDER: Record<MethodRow['from'], string> = { client: 'client', server: 'server', both: 'both' };

/** Methods × revisions, from `protocol/methods.ts`. */
function methods(kind: MethodRow['kind']): string {
  const rows = Object.entries<MethodRow>(METHODS)
    .filter(([, row]) => row.kind === kind)
    .map(([method, row]) => {
      const known = revisionsOf(row);
      const marks = REVISIONS.map((revision) => (known.includes(revision) ? 'yes' : ''));
      return [`\`${method}\``, SENDER[row.from], ...marks, ...(kind === 'request' ? rulesOf(row) : [])];
    });
  const rules = kind === 'request' ? ['Needs', 'Rules'] : [];
  return toTable(['Method', 'From', ...REVISIONS, ...rules], rows);
}

function rulesOf({ capability, asks, cacheable, admitted }: MethodRow): [needs: string, rules: string] {
  const rules = [asks && 'may ask', cacheable && 'cacheable', admitted && 'limited'];
  return [capability ?? '', rules.filter((rule) => typeof rule === 'string').join(', ')];
}

/** Members that not every revision has, from `protocol/shapes.ts`. */
function members(): string {
  const rows = Object.entries(SHAPES).flatMap(([shape, known]) =>
    [...groups(known)].map(([span, names]) => [
      `\`${shape}\``,
      names.map((name) => `\`${name}\``).join(', '),
      span,
    ]),
  );
  return toTable(['Shape', 'Members', 'Revisions'], rows);
}

function groups(known: Record<string, Member>): Map<string, string[]> {
  const bySpan = new Map<string, string[]>();
  for (const [name, member] of Object.entries(known)) {
    const span = spanOf(member);
    if (span !== undefined) bySpan.set(span, [...(bySpan.get(span) ?? []), name]);
  }
  return bySpan;
}

function spanOf({ since, until }: Member): string | undefined {
  const [oldest] = REVISIONS;
  if (until === undefined) return since === oldest ? undefined : `from ${since}`;
  return since === until ? `${since} only` : `${since} to ${until}`;
}

const src = join(import.meta.dirname, '../../src');

/** What a limit bounds, the file that has it, and the name of its constant there. */
const LIMITS: readonly (readonly [
  what: string,
  file: string,
  constant: string,
  unit: string,
  option?: string,
])[] = [
  ['Length of one message', 'stdio.ts', 'SIXTEEN_MEBIBYTES', 'bytes', 'maxMessageBytes'],
  ['Time for accepted requests at the end', 'stdio.ts', 'FIVE_SECONDS', 'ms', 'drainMs'],
  ['Wait for an answer of the client in a session', 'server.ts', 'FIVE_MINUTES', 'ms', 'askTimeoutMs'],
  ['Life of sealed state', 'server.ts', 'TEN_MINUTES', 'ms', 'stateTtlMs'],
  ['Entries per page of a list', 'server.ts', 'DEFAULT_PAGE_SIZE', '', 'pageSize'],
  ['Size of sealed state', 'features/state-seal.ts', 'MAX_CHARACTERS', 'characters'],
  ['Rounds of questions in one stateless request', 'features/stateless-rounds.ts', 'MAX_ROUNDS', ''],
  ['Subscriptions of one session', 'features/session-subscriptions.ts', 'MAX_SUBSCRIPTIONS', ''],
  ['Listen streams of one connection', 'features/subscriptions.ts', 'MAX_STREAMS', ''],
  ['Resources of one listen stream', 'features/subscriptions.ts', 'MAX_URIS', ''],
  ['Suggestions in one completion', 'features/completion.ts', 'MAX_VALUES', ''],
  ['Log messages per second, after a burst', 'features/logging.ts', 'PER_SECOND', ''],
  ['Progress messages per second and request', 'features/progress.ts', 'PER_SECOND', ''],
  ['Problems in one validation error', 'core/schema.ts', 'MAX_ISSUES', ''],
  ['What an error message quotes of the input', 'protocol/quote.ts', 'MAX_LENGTH', 'characters'],
  ['Depth of a schema', 'core/json-schema.ts', 'MAX_DEPTH', 'levels'],
  ['Size of a schema', 'core/json-schema.ts', 'MAX_SCHEMAS', 'subschemas'],
  ['Changes of one resource are gathered for', 'core/subscription-book.ts', 'COALESCE_MS', 'ms'],
];

/** Default limits, read from the sources. */
function limits(): string {
  const { inFlight, queue, batch, stallMs } = DEFAULT_LIMITS;
  const rows = [
    ['Requests that run author code at once', amount(inFlight), '`limits.inFlight`'],
    ['Requests that wait', amount(queue), '`limits.queue`'],
    ['Messages in one batch', amount(batch), '`limits.batch`'],
    ['Pause of reading before requests are refused', amount(stallMs, 'ms'), '`limits.stallMs`'],
    ...LIMITS.map(([what, file, constant, unit, option]) => [
      what,
      amount(constantIn(file, constant), unit),
      option === undefined ? 'fixed' : `\`${option}\``,
    ]),
  ];
  return toTable(['What', 'Default', 'Option'], rows);
}

function amount(value: number, unit = ''): string {
  return `${value.toLocaleString('en')} ${unit}`.trim();
}

function constantIn(file: string, name: string): number {
  const found = new RegExp(`^const ${name} = ([\\d_* ]+);`, 'm').exec(readFileSync(join(src, file), 'utf8'));
  if (found === null) throw new Error(`${file} has no constant ${name}`);
  return (found[1] ?? '')
    .replaceAll('_', '')
    .split('*')
    .reduce((product, factor) => product * Number(factor), 1);
}

/** Table name → its text. */
export const TABLES: { readonly [name: string]: () => string } = {
  requests: () => methods('request'),
  notifications: () => methods('notification'),
  members,
  limits,
};
