// The names of a project: of its package, of its folder and server, and for people.
import { isBuiltin } from 'node:module';
import { WrongInputError } from './wrong-input.ts';

/** The names of one project. */
export interface Names {
  /** Of the package, like `@me/weather-station`. */
  readonly package: string;
  /** Of the folder, the program and the server: that of the package without its scope. */
  readonly server: string;
  /** For people, like `Weather station`. */
  readonly title: string;
}

const WORDS = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*';
const NAME = new RegExp(`^(?:@${WORDS}/)?(${WORDS})$`);
// npm allows 214. Hosts join the names of server and tool, and allow about 60.
const MOST_CHARACTERS = 40;

/** Says why a package cannot have this name; undefined when it can. */
export const faultOfName = (name: string): string | undefined => {
  const [, server] = NAME.exec(name) ?? [];
  if (server === undefined) {
    const given = name === '' ? 'Nothing was given.' : `Given: ${name}`;
    return `A name has lower-case letters, digits and single dashes, like weather-station, and may have a scope before it, like @me/weather-station. ${given}`;
  }
  if (server.length > MOST_CHARACTERS) {
    return `A name has at most ${MOST_CHARACTERS} characters, so that hosts can show it with the names of tools. Given: ${server.length}`;
  }
  if (isBuiltin(name) || name === 'node') return `Node.js has a module ${name}. Choose another name.`;
  return undefined;
};

/** The names that follow from that of the package. Throws `WrongInputError` when a package cannot have it. */
export const toNames = (name: string): Names => {
  const fault = faultOfName(name);
  if (fault !== undefined) throw new WrongInputError(fault);
  const server = name.slice(name.indexOf('/') + 1);
  const words = server.replaceAll('-', ' ');
  return { package: name, server, title: words.charAt(0).toUpperCase() + words.slice(1) };
};
