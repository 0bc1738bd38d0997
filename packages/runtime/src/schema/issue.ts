// Issues: what is wrong with a value, and how people and models read it.
/** One mistake in a value. `path` is a JSON Pointer, empty for the value itself. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

const MAX_ISSUES = 20;
const MAX_ISSUE_LENGTH = 300;

/** One line per issue, for people and models: `/path: message`. At most 20 lines of 300 characters. */
export function describeIssues(issues: readonly Issue[]): string {
  const lines = issues.slice(0, MAX_ISSUES).map(({ path, message }) => {
    const line = path === '' ? message : `${path}: ${message}`;
    return line.length > MAX_ISSUE_LENGTH ? `${line.slice(0, MAX_ISSUE_LENGTH)}…` : line;
  });
  const more = issues.length - lines.length;
  return [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n');
}
