// Makes a new server from tools/template, which is a server that is built and tested like the others.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.ts';

const template = join(root, 'tools/template');

/** The parts of the template that belong to a new server. */
const parts = ['README.md', 'package.json', 'src', 'test', 'tsconfig.json'];

/** `weather-station` → `Weather station`. */
const toTitle = (name: string): string => {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const fill = (text: string, name: string): string =>
  text
    .replace('"private": true,\n  ', '')
    .replace('tools/template', `servers/${name}`)
    .replaceAll(/\bExample\b/g, toTitle(name))
    .replaceAll(/\bexample\b/g, name);

/** Writes the server `name` below the folder `servers`. Returns its files, relative to its own folder. */
export const writeServer = (name: string, servers: string): string[] => {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
    throw new Error(
      `A server is named in small letters, digits and single dashes, like weather. Given: ${name}`,
    );
  }
  const folder = join(servers, name);
  if (existsSync(folder)) throw new Error(`servers/${name} is there already. Choose another name.`);

  for (const part of parts) cpSync(join(template, part), join(folder, part), { recursive: true });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) writeFileSync(file, fill(readFileSync(file, 'utf8'), name));
  return files.map((file) => file.slice(folder.length + 1)).toSorted();
};
