// Options: validates the command line and completes it with defaults.
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import {
  confirmFlag,
  isExtension,
  readDirectory,
  readMaxOutputBytes,
  UsageError,
  type CommandInput,
  type Flags,
} from '@mcp/command-line';
import { expandHome, nameProblem } from '@mcp/directories';
import { readCustomQueries } from './custom-queries.ts';
import { freeName } from './sql/name.ts';
import type { ProcessOptions } from './tasks.ts';

/** A database file of the command line. */
export interface DatabaseFile {
  /** The name for clients: unique, and safe in a URI. */
  readonly name: string;
  /** Without symbolic links. */
  readonly path: string;
  readonly isWritable: boolean;
}

/** The settings of the server. */
export type Options = Readonly<ReturnType<typeof readOptions>>;

const MOST_SECONDS = 86_400;
/** Memory limit of one database process. */
const MAX_MEMORY = 768 * 2 ** 20;
/** A restore point is in memory twice while it is being restored. */
const MOST_UNDO_MB = 48;

export const flags = {
  'db-path': {
    type: 'string',
    isPath: true,
    multiple: true,
    placeholder: 'file,…',
    description: 'Databases that may be read, changed and created',
  },
  write: {
    type: 'boolean',
    description: 'Also allow changes to databases named without a flag, and create missing ones',
  },
  'allow-attach': {
    type: 'boolean',
    description: 'Allow ATTACH and VACUUM INTO, which reach any file, where writing is allowed',
  },
  queries: {
    type: 'string',
    isPath: true,
    placeholder: 'file',
    description: 'JSON file with queries to offer as tools, see the README',
  },
  'max-rows': {
    type: 'number',
    max: 1_000_000,
    default: 1000,
    placeholder: 'count',
    description: 'Maximum number of rows per result; a cursor continues after them',
  },
  timeout: {
    type: 'number',
    max: MOST_SECONDS,
    default: 10,
    placeholder: 'seconds',
    description: 'Time limit for one request, after which its query is killed; 0 for a day',
  },
  'max-undo': {
    type: 'number',
    max: MOST_UNDO_MB,
    default: 32,
    placeholder: 'megabytes',
    description: 'Copy databases up to this size for undo_last_write; 0 for none',
  },
  'import-dir': {
    type: 'string',
    isPath: true,
    placeholder: 'directory',
    description: 'Let import_rows read files in this directory',
  },
  'export-dir': {
    type: 'string',
    isPath: true,
    placeholder: 'directory',
    description: 'Let export_query save files in this directory',
  },
  confirm: confirmFlag(
    'Ask the user before DROP, and before deleting, replacing or changing more than one row',
  ),
} as const satisfies Flags;

/** The command line of this server. */
export type Input = CommandInput<typeof flags> & {
  readonly flags: {
    readonly 'read-only': boolean;
    readonly 'max-output-bytes': number;
    readonly install?: string | undefined;
  };
};

const OFFICIAL_DEFAULT = './sqlite_mcp_server.db';
// The runtime has the same time limit. The process ends a little earlier, so that the answer can say what to do.
const SHARE_OF_TIMEOUT = 950;
const MOST_BUSY_MS = 5000;
/**
 * Reads the options and creates missing databases where allowed.
 *
 * @throws {UsageError} if a database or a value is invalid.
 */
export const readOptions = ({ positionals, flags: values }: Input, note: (message: string) => void) => {
  const isReadOnly = values['read-only'];
  const official = values['db-path'];
  const isInstalled = values.install !== undefined;
  if (isInstalled && official.length + positionals.length === 0)
    throw new UsageError('name a database: the default is in the folder where a host starts this server');
  const find = (given: string, mayCreate: boolean): string =>
    findFile(given, mayCreate, isInstalled ? undefined : note);
  const named = official.length + positionals.length === 0 ? [OFFICIAL_DEFAULT] : official;
  // An extension does not create a missing database, because its drive may be unplugged.
  const mayCreate = values.write && !isReadOnly && !isExtension;
  const paths = new Map<string, boolean>();
  for (const given of positionals)
    paths.set(find(given, mayCreate), (values.write || isMemory(given)) && !isReadOnly);
  for (const given of named) paths.set(find(given, !isReadOnly), !isReadOnly);
  const files = nameFiles(paths);
  const names = files.map(({ name }) => name);
  const { queries, timeout } = values;
  const timeoutMs = Math.max(1, Math.round((timeout === 0 ? MOST_SECONDS : timeout) * SHARE_OF_TIMEOUT));
  return {
    files,
    isReadOnly,
    queries: queries === undefined ? [] : readCustomQueries(resolve(expandHome(queries)), names),
    /** Time limit of one query. */
    timeoutMs,
    confirm: values.confirm,
    importDirectory: readDirectory(values['import-dir']),
    exportDirectory: isReadOnly ? undefined : readDirectory(values['export-dir']),
    /** Shared by the processes of all databases. */
    process: {
      maxMemory: MAX_MEMORY,
      // Waiting for a lock ends well before the deadline, so that the answer can name the cause.
      busyMs: Math.min(MOST_BUSY_MS, Math.floor(timeoutMs / 2)),
      limits: { maxRows: readMaxRows(values), maxBytes: readMaxOutputBytes(values) },
      allowAttach: values['allow-attach'],
      maxUndo: values['max-undo'] * 2 ** 20,
    } satisfies Omit<ProcessOptions, 'path' | 'readonly'>,
  };
};

const readMaxRows = ({ 'max-rows': value }: Input['flags']): number => {
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new UsageError(`--max-rows must be a whole number of at least 1, not ${value}`);
};

// `--print-config` writes absolute paths, so `:memory:` may follow a directory.
const isMemory = (given: string): boolean => basename(given) === ':memory:';

/** Returns the real path of a database, and creates it if allowed. Without `note` it creates nothing. */
const findFile = (given: string, mayCreate: boolean, note?: (message: string) => void): string => {
  const path = isMemory(given) ? makeMemoryFile() : resolve(expandHome(given));
  const badName = nameProblem(basename(path));
  if (badName !== undefined) throw new UsageError(`${given} ${badName}; name another file`);
  try {
    if (mayCreate && !existsSync(path)) {
      if (note === undefined) return path;
      note(create(path));
    }
    const real = realpathSync(path);
    const problem = fileProblem(real);
    if (problem === undefined) return real;
    throw new UsageError(`${given} ${problem}`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const isMissing = !mayCreate && error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const made = isExtension ? 'choose another file' : '--write creates it, unless --read-only is set';
    throw new UsageError(isMissing ? `${given} does not exist; ${made}` : `${given}: ${String(error)}`);
  }
};

const HEADER = 'SQLite format 3\0';

/** Returns what is wrong with a file. An empty file is an empty database. */
const fileProblem = (path: string): string | undefined => {
  if (!statSync(path).isFile()) return 'is not a file; name a database file';
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(HEADER.length);
    if (readSync(file, bytes) === 0 || bytes.toString('latin1') === HEADER) return undefined;
    return 'is not a SQLite database, or it is encrypted; name another file';
  } finally {
    closeSync(file);
  }
};

/** Creates a temporary file, because processes share the database and a killed one must not lose it. */
const makeMemoryFile = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'mcp-sqlite-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'memory.db');
  create(path);
  return path;
};

/** Creates an empty file and returns a sentence that says so. */
const create = (path: string): string => {
  const folder = dirname(path);
  const isNewFolder = !existsSync(folder);
  makeDirectory(folder);
  closeSync(openSync(path, 'a', 0o666));
  return isNewFolder
    ? `created the directory ${folder} and the database ${path}`
    : `created the database ${path}`;
};

// Below /proc the recursive mkdir of Node.js never ends.
const makeDirectory = (path: string): void => {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  mkdirSync(path);
};

const nameFiles = (paths: ReadonlyMap<string, boolean>): DatabaseFile[] => {
  const used = new Set<string>();
  return [...paths].map(([path, isWritable]) => {
    const base = basename(path, extname(path)).replaceAll(/[^\w.-]/g, '-') || 'database';
    const name = freeName(base, used, '-');
    used.add(name);
    return { name, path, isWritable };
  });
};
