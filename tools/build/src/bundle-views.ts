// bundleViews: turns each page in `views` of a server into one HTML file that loads nothing else.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createRequire } from 'node:module';
import { rolldown, type OutputChunk, type Plugin } from 'rolldown';

/** Hosts receive and store a page as a whole. */
const MOST_BYTES = 80_000;

/** Writes `dist/views/<name>.html` for each `views/<name>.tsx`. Returns the bundled code. */
export const bundleViews = async (): Promise<OutputChunk[]> => {
  if (!existsSync('views')) return [];
  mkdirSync('dist/views', { recursive: true });
  const entries = readdirSync('views').filter((file) => file.endsWith('.tsx'));
  return Promise.all(entries.map((entry) => writeView(basename(entry, '.tsx'))));
};

/** The end of `marked` creates a parser on import, which a bundler cannot remove although pages only use the lexer. */
const MARKED_FROM_PARSER_ON =
  /var (\w+)=new \w+;function \w+\(\w+,\w+\)\{return \1\.parse\([^]*export\{(?=[^}]*?(\b\w+) as Lexer\b)[^]*/;

const lexerOnly: Plugin = {
  name: 'lexer-only',
  transform: {
    filter: { id: /\/marked\.esm\.js$/ },
    handler: (code) => {
      if (!MARKED_FROM_PARSER_ON.test(code)) throw new Error('This version of marked ends in another way');
      return code.replace(MARKED_FROM_PARSER_ON, 'export{$2 as Lexer};');
    },
  },
};

const writeView = async (name: string): Promise<OutputChunk> => {
  const bundle = await rolldown({
    input: join('views', `${name}.tsx`),
    platform: 'browser',
    tsconfig: false,
    plugins: [lexerOnly],
    // Calls of `h` are shorter than those of the automatic runtime.
    transform: {
      target: 'es2022',
      jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
      inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] },
    },
    // Warnings about a slow build would fail on a slow machine.
    checks: { bundlerTimings: false },
    onLog: (level, log) => {
      // A missing module or export would fail in the browser.
      if (level === 'warn') throw new Error(log.message);
    },
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true, comments: false });
  await bundle.close();
  const [script] = output;
  const own = join('views', `${name}.css`);
  const css = ["@import '@mcp/view/style.css';", existsSync(own) ? readFileSync(own, 'utf8') : ''].join('\n');
  const html = toHtml(name, { css: withImports(css), script: script.code });
  const size = Buffer.byteLength(html);
  if (size > MOST_BYTES) throw new Error(`${name}.html has ${size} bytes; at most ${MOST_BYTES} may be sent`);
  writeFileSync(join('dist/views', `${name}.html`), html);
  process.stdout.write(`dist/views/${name}.html  ${Math.round(size / 1000)} kB\n`);
  return script;
};

/** Replaces imports of style sheets by their content. */
const withImports = (css: string): string =>
  css.replaceAll(/^@import '(.+)';$/gm, (_, sheet: string) =>
    readFileSync(createRequire(join(process.cwd(), 'package.json')).resolve(sheet), 'utf8'),
  );

interface Parts {
  readonly css: string;
  readonly script: string;
}

// Escapes what would end the elements, in forms that mean the same in JavaScript. Nothing else is escaped, because
// `/</`
// may be a regular expression.
const toHtml = (name: string, { css, script }: Parts): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<title>${name}</title><style>${smaller(css)}</style></head><body><main></main>`,
    `<script>${script
      .replaceAll(/<\/(?=script)/gi, String.raw`<\/`)
      .replaceAll('<!--', String.raw`\x3c!--`)
      .trim()}</script></body></html>\n`,
  ].join('');

// A space before a colon is significant in selectors, a space after it never.
const smaller = (css: string): string =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, '')
    .replaceAll(/([{};:,])\s+|\s+(?=\{)/g, '$1')
    .replaceAll(';}', '}');
