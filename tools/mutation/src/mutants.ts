// The places of a source that can be changed, and what stands there then.
import { parseAst } from 'vitest/node';

/** A change of one place: between two offsets of the source stands another text. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** A statement is left out rather than replaced. */
  readonly isStatement: boolean;
  /** The place is evaluated once, when the module is loaded. */
  readonly isAtLoad: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

interface Place {
  readonly source: string;
  /** The node decides an `if`, a loop or `? :`, which has changes of its own. */
  readonly isTest: boolean;
  readonly isAtLoad: boolean;
}

const NEIGHBOURS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '++': ['--'],
  '--': ['++'],
  '+=': ['-='],
  '-=': ['+='],
};
const COMPARISONS = new Set(['<', '<=', '>', '>=', '===', '!==']);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

const member = (node: Node, name: string): Node => {
  const value = node[name];
  if (!isNode(value)) throw new TypeError(`a ${node.type} has no ${name}`);
  return value;
};

const textOf = (source: string, { start, end }: Node): string => source.slice(start, end);

// What is between two operands may have parentheses besides the operator.
const withOperator = (node: Node, source: string, other: string): string => {
  const { end } = member(node, 'left');
  const { start } = member(node, 'right');
  const between = source.slice(end, start).replace(String(node['operator']), other);
  return source.slice(node.start, end) + between + source.slice(start, node.end);
};

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string');

const ofBinary = (node: Node, { source, isTest }: Place): string[] => {
  const left = member(node, 'left');
  const right = member(node, 'right');
  const operator = String(node['operator']);
  if (operator === '+' && (isText(left) || isText(right))) return [];
  // What stands in a test is made true and false anyway: only the nearest neighbour says more.
  const neighbours = NEIGHBOURS[operator] ?? [];
  const wanted =
    !isTest || !COMPARISONS.has(operator) ? neighbours : neighbours.slice(0, neighbours.length - 1);
  return wanted.map((other) => withOperator(node, source, other));
};

const ofLogical = (node: Node, { source }: Place): string[] => [
  textOf(source, member(node, 'left')),
  textOf(source, member(node, 'right')),
];

const ofUnary = (node: Node, { source, isTest }: Place): string[] =>
  node['operator'] === '!' && !isTest ? [textOf(source, member(node, 'argument'))] : [];

const ofAssignment = (node: Node, { source }: Place): string[] =>
  (NEIGHBOURS[String(node['operator'])] ?? []).map((other) => withOperator(node, source, other));

const ofUpdate = (node: Node, { source }: Place): string[] => {
  const argument = textOf(source, member(node, 'argument'));
  const [other] = NEIGHBOURS[String(node['operator'])] ?? [];
  if (other === undefined) return [];
  return [node['prefix'] === true ? `${other}${argument}` : `${argument}${other}`];
};

const ofLiteral = ({ value }: Node): string[] => {
  if (typeof value === 'boolean') return [String(!value)];
  return typeof value === 'number' ? [String(value + 1)] : [];
};

const ofChain = (node: Node, { source }: Place): string[] => {
  const text = textOf(source, node);
  return text.includes('?.') ? [text.replace('?.[', '[').replace('?.(', '(').replace('?.', '.')] : [];
};

const replacements: Readonly<Record<string, (node: Node, place: Place) => string[]>> = {
  BinaryExpression: ofBinary,
  LogicalExpression: ofLogical,
  UnaryExpression: ofUnary,
  AssignmentExpression: ofAssignment,
  UpdateExpression: ofUpdate,
  Literal: ofLiteral,
  ChainExpression: ofChain,
};

// What is left out as a whole: calls and assignments, and ways out.
const LEFT_OUT = new Set(['ExpressionStatement', 'ThrowStatement', 'BreakStatement', 'ContinueStatement']);
const FUNCTIONS = new Set([
  'ArrowFunctionExpression',
  'FunctionExpression',
  'FunctionDeclaration',
  'PropertyDefinition',
]);
const WITH_TEST = new Set(['IfStatement', 'ConditionalExpression', 'WhileStatement', 'ForStatement']);
// Members that name something instead of computing it.
const isName = (parent: Node, name: string): boolean =>
  (name === 'key' && parent['computed'] !== true) ||
  name === 'source' ||
  name === 'label' ||
  parent.type === 'ImportAttribute';

const ofTest = (parent: Node): string[] =>
  parent.type.endsWith('Expression') || parent.type === 'IfStatement' ? ['true', 'false'] : ['false'];

// What is only there for the compiler.
const isType = ({ type }: Node): boolean =>
  type.startsWith('TS') && !/^TS(?:As|NonNull|Satisfies)Expression$/.test(type);

/** Every change that is tried in the source of a module. */
export const changesOf = (source: string): Change[] => {
  const changes: Change[] = [];
  const visit = (node: Node, parent: Node | undefined, name: string, isAtLoad: boolean): void => {
    const isTest = parent !== undefined && name === 'test' && WITH_TEST.has(parent.type);
    const found = [
      ...(isTest ? ofTest(parent) : []),
      ...(replacements[node.type]?.(node, { source, isTest, isAtLoad }) ?? []),
    ];
    const place = { start: node.start, end: node.end, isAtLoad };
    for (const replacement of new Set(found)) changes.push({ ...place, replacement, isStatement: false });
    if (LEFT_OUT.has(node.type) && typeof node['directive'] !== 'string') {
      changes.push({ ...place, replacement: '', isStatement: true });
    }
    const inner = isAtLoad && !FUNCTIONS.has(node.type);
    for (const [key, value] of Object.entries(node)) {
      if (isName(node, key)) continue;
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child) && !isType(child)) visit(child, node, key, inner);
    }
  };
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, undefined, '', true);
  return changes;
};
