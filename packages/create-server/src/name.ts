// Names: what the package, folder, server and title of a project are called.
import { isBuiltin } from 'node:module';
import { WrongInputError } from './wrong-input.ts';

/** The names of one project. */
export interface Names {
  /** The package, like `@me/weather-station`. */
  readonly package: string;
  /** The folder, program and server: the name of the package without its scope. */
  readonly server: string;
  /** The title, like `Weather station`. */
  readonly title: string;
}

const WORDS = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*';
const NAME = new RegExp(`^(?:@${WORDS}/)?(${WORDS})$`);
// npm allows 214. Hosts join the names of server and tool, and allow about 60.
const MOST_CHARACTERS = 40;

/** Returns why a package cannot have this name, or undefined if it can. */
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

/** Derives all names from that of the package. @throws {WrongInputError} if a package cannot have this name. */
export const toNames = (name: string): Names => {
  const fault = faultOfName(name);
  if (fault !== undefined) throw new WrongInputError(fault);
  const server = name.slice(name.indexOf('/') + 1);
  const words = server.replaceAll('-', ' ');
  return { package: name, server, title: words.charAt(0).toUpperCase() + words.slice(1) };
};
