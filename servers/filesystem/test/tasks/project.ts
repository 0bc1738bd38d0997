// Project for an assistant's tasks: a workspace of four packages with dependencies, a guide and a log.
import { fixture } from '@mcp/documents/test/fixtures';
import { temporary, type Temporary } from '../setup.ts';

const PACKAGES = ['api', 'cli', 'core', 'web'];
/** In each package. */
export const MODULES = [
  'cart',
  'catalog',
  'customer',
  'invoice',
  'payment',
  'report',
  'shipping',
  'stock',
  'tax',
  'user',
];

/** Makes numbered lines. */
const lines = (count: number, toLine: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${toLine(index)}\n`).join('');

const manifest = (name: string, version: string): string =>
  `${JSON.stringify(
    {
      name,
      version,
      license: 'MIT',
      type: 'module',
      scripts: { build: 'tsc -p .', test: 'node --test', lint: 'eslint src' },
      dependencies: { '@shop/core': '^1.4.0', fastify: '^5.2.0', pino: '^9.6.0' },
      devDependencies: { eslint: '^9.20.0', typescript: '^5.8.0' },
    },
    undefined,
    2,
  )}\n`;

const toFunction = (name: string): string => `
/** Works out the ${name} of an order. */
export function ${name}(order: Order, rates: Rates): number {
  let sum = 0;
  for (const item of order.items) {
    const rate = rates.get(item.kind) ?? rates.standard;
    sum += item.price * item.count * rate;
  }
  return Math.round(sum * 100) / 100;
}
`;

const moduleOf = (name: string): string =>
  `// The ${name} of the shop.\nimport type { Order, Rates } from './order.ts';\n` +
  ['amount', 'discount', 'total', 'fee', 'refund'].map((what) => toFunction(`${name}${what}`)).join('') +
  (name === 'invoice' ? toFunction('grandTotal') : '') +
  (['report', 'cart'].includes(name)
    ? "\nimport { grandTotal } from './invoice.ts';\nexport const shown = (order: Order, rates: Rates) => `${grandTotal(order, rates)} EUR`;\n"
    : '');

/** Each section has a heading and forty lines. */
const guide = lines(80 * 42, (i) => {
  const section = Math.floor(i / 42) + 1;
  if (i % 42 === 0) return `## Section ${section}: ${MODULES[section % MODULES.length]} in depth`;
  return i % 42 === 1
    ? ''
    : `Line ${i % 42} of section ${section} explains what an operator of the shop has to know.`;
});

const log = lines(8000, (i) => {
  const level = i % 640 === 77 ? 'ERROR' : 'INFO';
  return `2026-11-${String(1 + (i % 28)).padStart(2, '0')}T10:15:${String(i % 60).padStart(2, '0')}.000Z ${level} request ${i} took ${(i * 7) % 250} ms`;
});

const dependency = (name: string): [path: string, content: string][] => [
  [`node_modules/${name}/package.json`, manifest(name, '2.0.0')],
  [`node_modules/${name}/README.md`, `# ${name}\n\nSome words.\n`],
  [`node_modules/${name}/dist/index.js`, lines(20, (i) => `export const value${i} = ${i};`)],
  [`node_modules/${name}/dist/index.d.ts`, lines(20, (i) => `export declare const value${i}: number;`)],
];

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Makes the project in a temporary directory. */
export const makeProject = (): Temporary =>
  temporary({
    '.gitignore': 'node_modules\ndist\n*.log\n',
    'package.json': manifest('shop', '1.4.0'),
    'README.md': '# Shop\n\nSee docs/guide.md.\n',
    'docs/guide.md': guide,
    'docs/logo.png': PNG,
    'docs/report.pdf': fixture('report.pdf'),
    'docs/report.docx': fixture('report.docx'),
    'logs/app.log': log,
    'config/staging.json': manifest('staging', '1.4.0'),
    'config/production.json': manifest('staging', '1.4.0').replace('"9.6.0"', '"9.5.1"'),
    ...Object.fromEntries(
      PACKAGES.flatMap((name) => [
        [`packages/${name}/package.json`, manifest(`@shop/${name}`, '1.4.0')],
        ...MODULES.map((module) => [`packages/${name}/src/${module}.ts`, moduleOf(module)]),
      ]),
    ),
    ...Object.fromEntries(Array.from({ length: 120 }, (_, i) => dependency(`library-${i}`)).flat()),
  });
