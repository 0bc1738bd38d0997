// Failures of SQL as errors that a model can act on: what happened, and what to do.
import { ERROR_META, ErrorCode, ResourceNotFoundError, RpcError, ToolError } from '@mcp/runtime';
import type { Failure } from './sql/failure.ts';
import { showInvisible } from './sql/value.ts';

interface Advice {
  readonly hint: string;
  readonly retryable?: boolean;
}

/** By the beginning of a code. */
const ADVICE: { readonly [code: string]: Advice } = {
  exceeded: { hint: 'Call again.', retryable: true },
  invalid_params: {
    hint: 'Give as params a list with one value for each ?, or an object with one for each :name.',
  },
  several_statements: {
    hint: 'Send one statement in each call. For several that write use execute_batch, if the server offers it.',
  },
  SQLITE_BUSY: { hint: 'Another process has locked it. Try again later.', retryable: true },
  SQLITE_LOCKED: { hint: 'Try again later.', retryable: true },
  SQLITE_NOTADB: { hint: 'It may be encrypted, or not a SQLite database at all.' },
  SQLITE_CORRUPT: { hint: 'The file is damaged. Tell the user.' },
  SQLITE_READONLY_R: { hint: 'A writer was killed: a program that may write must open the database once.' },
  SQLITE_READONLY: { hint: 'The database may only be read.' },
  SQLITE_CANTOPEN: { hint: 'Its permissions, or those of its directory, forbid it.' },
};

/** Which failures are not the client's: they are internal errors where a resource is read. */
const NOT_OF_THE_CLIENT =
  /^(?:process|driver|timeout|out_of_memory|moved|not_found|sqlite_(?:busy|locked|corrupt|notadb|cantopen|ioerr|readonly))/;

/** A failure as the result of a tool. Never with the path of the file. */
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
 * Reads for a resource or a prompt, where a mistake of the client is one in the params of the request.
 *
 * @throws {ResourceNotFoundError} when there is no such table, and the request names a resource.
 * @throws {RpcError} −32602 for another mistake of the client, −32603 for other failures.
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
