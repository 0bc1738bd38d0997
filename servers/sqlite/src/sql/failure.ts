// Why a statement is not run, in words that tell the model what to do.

/** What kind of failure it is. Codes that begin with SQLITE_ come from SQLite itself. */
export type FailureCode = string;

/** A statement that is refused, or that failed. Crosses from the process of the database as plain data. */
export class SqlFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string) {
    super(message);
    this.code = code;
  }
}
