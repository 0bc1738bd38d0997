// Hundreds of spellings of a Windows path, combined from parts. None may give a server access to a forbidden file.
import { win32 } from 'node:path';

/** The target of a spelling as Windows resolves it. */
export interface Goal {
  /** The absolute path of the allowed directory. */
  readonly directory: string;
  /** The path segments from there to the file. */
  readonly names: readonly string[];
}

const BACKSLASH = '\\';

/** Returns spellings that Windows or some programs treat as the same name. */
const namesLike = (name: string): string[] => [
  ...[name, name.toUpperCase(), name.toLowerCase(), alternate(name)],
  ...['.', ' ', '..', '. ', ' .', '...', '. . .'].map((end) => name + end),
  ...['::$DATA', ':$DATA', '::$data', ':x', ':x:$DATA', '::$INDEX_ALLOCATION', ':'].map((end) => name + end),
  ...['~1', '~2', '~9'].map((end) => `${shortOf(name)}${end}${extensionOf(name)}`),
  `${shortOf(name).slice(0, 2)}4F2A~1${extensionOf(name)}`,
  ...[`${name}\u0000`, `${name}\u0000.txt`, `${name}*`, `${name}?`, `"${name}"`, `<${name}`, `${name}|x`],
];

const alternate = (name: string): string =>
  Array.from(name, (letter, index) => (index % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase())).join(
    '',
  );

const shortOf = (name: string): string =>
  name.replace(/^\.+/, '').replace(/\..*$/, '').slice(0, 6).toUpperCase();

const extensionOf = (name: string): string => {
  const extension = name.replace(/^\.+/, '').split('.')[1];
  return extension === undefined ? '' : `.${extension.slice(0, 3).toUpperCase()}`;
};

/** Returns spellings of an absolute path. */
const wholes = (path: string): string[] => {
  const [drive, rest] = [path.slice(0, 2), path.slice(2)];
  const share = `${drive[0]}$${rest}`;
  return [
    path,
    `${drive.toLowerCase()}${rest}`,
    path.toUpperCase(),
    ...['\\\\?\\', '\\\\.\\', '//?/', '//./', '\\??\\', '\\/?/', '\\\\?/', '/\\.\\'].map(
      (prefix) => prefix + path,
    ),
    ...[
      '\\\\?\\UNC\\localhost\\',
      '\\\\localhost\\',
      '\\\\127.0.0.1\\',
      '//localhost/',
      '\\\\.\\UNC\\localhost\\',
    ].map((prefix) => prefix + share),
    `\\\\?\\GLOBALROOT\\GLOBAL??\\${path}`,
    `\\\\.\\GLOBALROOT\\Device\\HarddiskVolume1${rest}`,
    rest,
    `${drive}${rest.slice(1)}`,
    `file:///${path.replaceAll(BACKSLASH, '/')}`,
  ];
};

/** Prefixes of a path below the allowed directory. */
const RELATIVES = [
  '',
  `.${BACKSLASH}`,
  './',
  String.raw`x\..` + BACKSLASH,
  'x/../',
  String.raw`.\.\\`,
  'C:',
  'c:',
  'C:./',
];

const separated = (path: string): string[] => [
  path,
  path.replaceAll(BACKSLASH, '/'),
  path.replaceAll(/\\(?!\\|\?|\.)/g, String.raw`\/`),
  path.replaceAll(BACKSLASH, (_separator, offset: number) => (offset % 2 === 0 ? '/' : BACKSLASH)),
];

/** Returns all distinct spellings of a goal. */
export const spellingsOf = ({ directory, names }: Goal): readonly string[] => {
  const above = names.slice(0, -1).join(BACKSLASH);
  const forms = namesLike(names.at(-1) ?? '').map((name) =>
    above === '' ? name : `${above}${BACKSLASH}${name}`,
  );
  const [plain = ''] = forms;
  const all = [
    ...forms.flatMap((form) => RELATIVES.map((prefix) => prefix + form)),
    ...forms.map((form) => `${directory}${BACKSLASH}${form}`),
    ...wholes(win32.join(directory, plain)),
    ...wholes(`${directory}${BACKSLASH}${plain}.`),
  ];
  return [...new Set(all.flatMap(separated))];
};
