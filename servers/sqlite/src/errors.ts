// Errors: turns failures of SQL into errors that tell a model what happened and what to do.
import { ERROR_META, ErrorCode, ResourceNotFoundError, RpcError, ToolError } from '@mcp/runtime';
import type { Failure } from './sql/failure.ts';
import { showInvisible } from './sql/value.ts';

interface Advice {
  readonly hint: string;
  readonly retryable?: boolean;
}

/** Advice by the beginning of a code. */
const ADVICE: { readonly [code: string]: Advice } = {
  exceeded: { hint: 'Call again.', retryable: true },
  invalid_params: {
    hint: 'Pass params as a list with one value for each ?, or as an object with one for each :name.',
  },
  several_statements: {
    hint: 'Send one statement per call. To write with several, use execute_batch, if the server offers it.',
  },
  SQLITE_BUSY: { hint: 'Another process has locked it. Try again later.', retryable: true },
  SQLITE_LOCKED: { hint: 'Try again later.', retryable: true },
  SQLITE_NOTADB: { hint: 'It may be encrypted, or not a SQLite database at all.' },
  SQLITE_CORRUPT: { hint: 'The file is damaged. Tell the user.' },
  SQLITE_READONLY_R: {
    hint: 'A writer was killed: a program with write access must open the database once.',
  },
  SQLITE_READONLY: { hint: 'The database is read-only.' },
  SQLITE_CANTOPEN: { hint: 'Check the permissions of the file and its directory.' },
};

/** Failures that the client did not cause. They are internal errors when a resource is read. */
const NOT_OF_THE_CLIENT =
  /^(?:process|driver|timeout|out_of_memory|moved|not_found|sqlite_(?:busy|locked|corrupt|notadb|cantopen|ioerr|readonly))/;

/** Turns a failure into the result of a tool, without the path of the file. */
export const toToolError = ({ code, message, hint }: Failure): ToolError => {
  const advice = Object.entries(ADVICE).find(([start]) => code.startsWith(start))?.[1];
  const start = code.startsWith('SQLITE_') ? 'Database error: ' : '';
  const end = /[.!?…]$/.test(message) ? '' : '.';
  // SQLite repeats names as they are.
  return new ToolError(showInvisible(`${start}${message}${end}`), {
    code: code.toLowerCase(),
    hint: hint ?? advice?.hint,
    retryable: advice?.retryable ?? false,
  });
};

/**
 * Reads for a resource or a prompt.
 *
 * @throws {ResourceNotFoundError} if there is no such table and the request names a resource.
 * @throws {RpcError} −32602 for other mistakes of the client, −32603 for all other failures.
 */
export const readingParams = async <T>(uri: string | undefined, read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { code = '' } = (error._meta?.[ERROR_META] ?? {}) as { readonly code?: string };
    if (code === 'no_such_table' && uri !== undefined) throw new ResourceNotFoundError(uri);
    const isOfClient = !NOT_OF_THE_CLIENT.test(code);
    throw new RpcError(isOfClient ? ErrorCode.InvalidParams : ErrorCode.InternalError, error.message);
  }
};
