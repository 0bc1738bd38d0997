// Host: what the suite has to know about a program that people use the servers in.

/** Where a conversation takes place. */
export interface Place {
  readonly home: string;
  /** The address of the scripted model, without a path. */
  readonly model: string;
}

/** A host. Its program is a command line that can answer one prompt and exit. */
export interface Host {
  readonly title: string;
  readonly package: string;
  readonly version: string;
  /** The program, below `node_modules`. SYSTEM is, for example, `linux-x64`. JavaScript is started with Node.js. */
  readonly program: string;
  /** The name that `--install` knows it by. */
  readonly installName: string;
  /** Variables: where the model is, and that nothing is to be updated or reported. */
  readonly environment: (place: Place) => NodeJS.ProcessEnv;
  /** Files that it needs before its first start, by their path in the home. */
  readonly files?: (place: Place) => Readonly<Record<string, string>>;
  /** The arguments that list the servers, and what the list says about a server that is connected. */
  readonly list?: { readonly args: readonly string[]; readonly connected: (server: string) => RegExp };
  /** The arguments that answer one prompt, without asking before a tool is called. */
  readonly prompt: (text: string, place: Place) => readonly string[];
}
