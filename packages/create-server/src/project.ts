// Project: written from the template.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { type Names, toNames } from './name.ts';
import { type Part, PART_NAMES, PARTS } from './parts.ts';
import { WrongInputError } from './wrong-input.ts';

/** A project to write. */
export interface Project {
  /** The name of the package. The folder has the same name without the scope. */
  readonly name: string | undefined;
  readonly parts: readonly Part[];
}

/** The files of a new project. */
export interface WrittenProject {
  readonly folder: string;
  /** Relative to the folder, with forward slashes. */
  readonly files: readonly string[];
}

const template = join(import.meta.dirname, '../template');

/** npm would leave out files with the second name, or read them itself. */
const RENAMED: readonly (readonly [RegExp, string])[] = [
  [/^gitignore$/, '.gitignore'],
  [/^github\//, '.github/'],
];

/** Whether a file is a by-product of building the template in this repository. */
const isMade = (file: string): boolean => /^(?:dist|node_modules)\//.test(file);

const templateFiles = (): string[] =>
  readdirSync(template, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(template.length + 1))
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !isMade(file))
    .toSorted();

/** Removes the imports and entries of absent parts, and lists that become empty. */
const withoutParts = (text: string, left: readonly Part[]): string => {
  const names = left.flatMap((part) => PARTS[part].names).join('|');
  if (names === '') return text;
  return text
    .replaceAll(new RegExp(`^import \\{ (?:(?:${names})(?:, )?)+ \\}.*\\n`, 'gm'), '')
    .replaceAll(new RegExp(`(?<=^ {2}\\w+: \\[.*)\\b(?:${names})(?:\\(\\))?(?:, )?`, 'gm'), '')
    .replaceAll(', ]', ']')
    .replaceAll(/^ {2}\w+: \[\],\n/gm, '');
};

const fill = (text: string, names: Names): string =>
  text
    .replaceAll('@example/my-server', names.package)
    .replaceAll('my-server', names.server)
    .replaceAll('My server', names.title);

/** The packages are released together, so they have the version of this one. */
const withVersions = (text: string): string =>
  text.replaceAll(/("@mcp\/(?:runtime|command-line)": )"[^"]*"/g, `$1"^${manifest.version}"`);

const read = (file: string, names: Names, left: readonly Part[]): string => {
  const text = fill(readFileSync(join(template, file), 'utf8'), names);
  if (file === 'package.json') return withVersions(text);
  return file === 'src/server.ts' ? withoutParts(text, left) : text;
};

/** Returns the files of a project by path, with forward slashes. */
export const projectFiles = (names: Names, parts: readonly Part[]): ReadonlyMap<string, string> => {
  const left = PART_NAMES.filter((part) => !parts.includes(part));
  const isLeft = (file: string): boolean => left.some((part) => file.includes(`/${PARTS[part].folder}/`));
  const files = templateFiles().filter((file) => !isLeft(file));
  return new Map(
    files.map((file) => [
      RENAMED.reduce((to, [from, renamed]) => to.replace(from, renamed), file),
      read(file, names, left),
    ]),
  );
};

/** Writes files into a folder. @throws {WrongInputError} if the folder is not empty. */
export const writeFiles = (folder: string, files: ReadonlyMap<string, string>): WrittenProject => {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new WrongInputError(`There are files in ${folder}. Choose another name, or go to another folder.`);
  }
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    // Never overwrite a file that appeared in the meantime.
    writeFileSync(join(folder, path), text, { flag: 'wx' });
  }
  return { folder, files: [...files.keys()].toSorted() };
};

/**
 * Writes the project into a new folder of `parent`, by default of the current folder.
 *
 * @throws {WrongInputError} if the name is missing or invalid, or the folder is not empty.
 */
export const writeProject = ({ name, parts }: Project, parent = ''): WrittenProject => {
  if (name === undefined) {
    throw new WrongInputError('Give a name, as in: create-server weather --yes. --help shows more.');
  }
  const names = toNames(name);
  return writeFiles(resolve(parent, names.server), projectFiles(names, parts));
};
