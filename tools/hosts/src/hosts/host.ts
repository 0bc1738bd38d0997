// Host: what the suite has to know about a program that people use the servers in.

/** What each host is asked. The scripted model does not read it. */
export const PROMPT = 'Try the servers.';

/** A host. Its program can answer one prompt and exit. `model` is the address of the scripted model, without a path. */
export interface Host {
  readonly title: string;
  /** The package and its version, as npm takes them: `name@1.2.3`. */
  readonly package: string;
  /** The program, below `node_modules`. SYSTEM is, for example, `linux-x64`. JavaScript is started with Node.js. */
  readonly program: string;
  /** The name that `--install` knows it by. */
  readonly installName: string;
  /** Variables: where the model is, and that nothing is to be updated or reported. */
  readonly environment?: (model: string) => NodeJS.ProcessEnv;
  /** Files that it needs before its first start, by their path in the home. */
  readonly files?: (model: string) => Readonly<Record<string, string>>;
  /** What `mcp list` shows for a server of ours, and what this says about the server. */
  readonly list?: { readonly shows: (server: string) => RegExp; readonly says: 'connected' | 'configured' };
  /** The arguments that answer the prompt and call tools without asking. */
  readonly prompt: readonly string[];
}
