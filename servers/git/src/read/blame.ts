// The lines of `git blame --line-porcelain` (git-blame, "The porcelain format").

/** A line of a file, and who changed it last. */
export interface BlameLine {
  readonly line: number;
  readonly hash: string;
  readonly author: string;
  /** ISO 8601, in UTC. */
  readonly date: string;
  readonly summary: string;
  readonly text: string;
}

/** Reads them. A line of content begins with a tab; what stands before it are its facts. */
export const toBlame = (porcelain: string): BlameLine[] => {
  const lines: BlameLine[] = [];
  let facts = new Map<string, string>();
  let head: string[] | undefined;
  for (const line of porcelain.split('\n')) {
    if (line.startsWith('\t')) {
      lines.push(toBlameLine(head ?? [], facts, line.slice(1)));
      head = undefined;
      facts = new Map();
    } else if (head === undefined) head = line.split(' ');
    else {
      const space = line.indexOf(' ');
      facts.set(line.slice(0, space), line.slice(space + 1));
    }
  }
  return lines;
};

const toBlameLine = (
  head: readonly string[],
  facts: ReadonlyMap<string, string>,
  text: string,
): BlameLine => ({
  line: Number(head[2]),
  hash: head[0] ?? '',
  author: facts.get('author') ?? '',
  date: toDate(Number(facts.get('author-time'))),
  summary: facts.get('summary') ?? '',
  text,
});

// Times of commits can be anything; a date holds some of them only.
const toDate = (seconds: number): string => {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z');
};
