// Host: facts that the suite needs about a program in which people use the servers.

/** The prompt for each host. The scripted model ignores it. */
export const PROMPT = 'Try the servers.';

/** A host whose program can answer one prompt and exit. `model` is the scripted model's address, without a path. */
export interface Host {
  readonly title: string;
  /** The package and its version in npm's format: `name@1.2.3`. */
  readonly package: string;
  /** The program, below `node_modules`. SYSTEM stands for, say, `linux-x64`. JavaScript runs under Node.js. */
  readonly program: string;
  /** The name of the host for `--install`. */
  readonly installName: string;
  /** Variables that name the model's address and turn off updates and reports. */
  readonly environment?: (model: string) => NodeJS.ProcessEnv;
  /** Files needed before the first start, by their path in the home. */
  readonly files?: (model: string) => Readonly<Record<string, string>>;
  /** The output of `mcp list` for a server of ours, and its meaning. */
  readonly list?: { readonly shows: (server: string) => RegExp; readonly says: 'connected' | 'configured' };
  /** The arguments that answer the prompt and call tools without asking. */
  readonly prompt: readonly string[];
}
