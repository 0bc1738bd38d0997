// A drawing of what Claude Desktop asks when a bundle is installed, made from the manifest that it reads.
import type { JsonObject } from '@mcp/runtime';

/** An option of `user_config`, as far as it is drawn. */
interface Option {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly default?: string | boolean | readonly string[];
}

const WIDTH = 640;
const LEFT = 32;
const LINE = 18;
const MOST_CHARACTERS = 84;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Whole words, as many in a line as fit. */
const lines = (text: string): string[] => {
  const found: string[] = [];
  for (const word of text.split(' ')) {
    const last = found.at(-1);
    if (last !== undefined && last.length + word.length < MOST_CHARACTERS)
      found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  return found;
};

interface Drawing {
  readonly svg: string;
  readonly height: number;
}

const text = (y: number, content: string, style: string): string =>
  `<text x="${LEFT}" y="${y}" ${style}>${escape(content)}</text>`;

const box = (y: number, shown: string): string =>
  `<rect x="${LEFT}" y="${y}" width="${WIDTH - 2 * LEFT}" height="30" rx="6" fill="#ffffff" stroke="#51606f"/>` +
  `<text x="${LEFT + 10}" y="${y + 20}" fill="#1b2733">${escape(shown)}</text>`;

const toggle = (y: number, isOn: boolean): string =>
  `<rect x="${LEFT}" y="${y}" width="44" height="24" rx="12" fill="${isOn ? '#2b5c8a' : '#b8c2cc'}"/>` +
  `<circle cx="${LEFT + (isOn ? 32 : 12)}" cy="${y + 12}" r="9" fill="#ffffff"/>`;

const shownIn = ({ type, default: value }: Option): string => {
  const given = [value ?? ''].flat().join(', ');
  if (given !== '') return given.replace('${DOCUMENTS}', 'Documents');
  return type === 'directory' ? 'Choose a folder …' : type === 'file' ? 'Choose a file …' : '';
};

const draw = (option: Option, top: number): Drawing => {
  const about = lines(option.description);
  const control = top + 24 + about.length * LINE;
  const svg = [
    text(top + 16, option.title, 'font-weight="600" fill="#1b2733"'),
    ...about.map((line, index) => text(top + 34 + index * LINE, line, 'fill="#51606f" font-size="13"')),
    option.type === 'boolean' ? toggle(control, option.default === true) : box(control, shownIn(option)),
  ].join('\n');
  return { svg, height: 24 + about.length * LINE + 48 };
};

/** The drawing of a manifest, as SVG. */
export const pictureOf = (manifest: JsonObject): string => {
  const options = Object.values(manifest['user_config'] as Readonly<Record<string, Option>>);
  const parts: string[] = [
    text(44, String(manifest['display_name']), 'font-size="20" font-weight="600" fill="#1b2733"'),
  ];
  let top = 68;
  for (const option of options) {
    const { svg, height } = draw(option, top);
    parts.push(svg);
    top += height;
  }
  const button = `<rect x="${LEFT}" y="${top}" width="96" height="32" rx="6" fill="#2b5c8a"/><text x="${LEFT + 48}" y="${top + 21}" text-anchor="middle" fill="#ffffff">Save</text>`;
  const height = top + 56;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="system-ui, sans-serif" font-size="14">`,
    `<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="10" fill="#f7f9fb" stroke="#b8c2cc"/>`,
    ...parts,
    button,
    '</svg>',
    '',
  ].join('\n');
};
