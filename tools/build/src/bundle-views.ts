// bundleViews: the pages in `views` of a server, each one HTML file that loads nothing from outside.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createRequire } from 'node:module';
import { rolldown, type OutputChunk, type Plugin } from 'rolldown';

/** A page is sent whole, and kept by the host. */
const MOST_BYTES = 80_000;

/** Writes `dist/views/<name>.html` for each `views/<name>.tsx`. Returns the code that is in them. */
export const bundleViews = async (): Promise<OutputChunk[]> => {
  if (!existsSync('views')) return [];
  mkdirSync('dist/views', { recursive: true });
  const entries = readdirSync('views').filter((file) => file.endsWith('.tsx'));
  return Promise.all(entries.map((entry) => writeView(basename(entry, '.tsx'))));
};

/**
 * `marked` ends with a parser that it makes for everybody who imports it. A bundler cannot leave that out, although
 * pages use the lexer alone.
 */
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
    // Calls of `h` are shorter than those of the automatic runtime, and a page has little room for bytes.
    transform: {
      target: 'es2022',
      jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
      inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] },
    },
    // A slow machine is not a fault of the sources.
    checks: { bundlerTimings: false },
    onLog: (level, log) => {
      // Something that is not found or not exported would fail in the browser.
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

/** With the sheets of packages in place of what imports them. */
const withImports = (css: string): string =>
  css.replaceAll(/^@import '(.+)';$/gm, (_, sheet: string) =>
    readFileSync(createRequire(join(process.cwd(), 'package.json')).resolve(sheet), 'utf8'),
  );

interface Parts {
  readonly css: string;
  readonly script: string;
}

// What would end the elements is written in another way, which means the same in JavaScript. Only that: `/</` is an
// expression of its own.
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

// A space before a colon means something in a selector, one behind it nothing anywhere.
const smaller = (css: string): string =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, '')
    .replaceAll(/([{};:,])\s+|\s+(?=\{)/g, '$1')
    .replaceAll(';}', '}');
