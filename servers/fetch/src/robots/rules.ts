// Rules: parses a robots.txt for one product (RFC 9309, section 2.2) with robots-parser.
import { stripInvisible } from '@mcp/runtime';
import { default as parse, type Robot } from 'robots-parser';

/** A decision about one URL. */
export interface Decision {
  readonly allowed: boolean;
  /** The deciding line, like `disallow: /private`, or why there is none. */
  readonly rule: string;
}

/** Only paths are compared. */
const SITE = 'http://site.test';
/** Maximum characters to compare for one URL, because a pattern with `*` may be tried at each character. */
const MAX_COMPARED = 20_000_000;
const MAX_LINE = 200;
const MAX_SITEMAPS = 20;
/** The same as in robots-parser. */
const LINE_END = /\r\n|\r|\n/;
const RULE = /^\s*((?:dis)?allow)\s*:\s*([^#\s][^#]*)/i;
/** Lines that apply only to the agents of their group. */
const OF_GROUP: ReadonlySet<string> = new Set(['allow', 'disallow', 'crawl-delay']);

/** These statuses close the site; other client errors mean no rules (section 2.3.1). */
const CLOSED: ReadonlySet<number> = new Set([401, 403]);

/** The rules for one product. */
export class Rules {
  readonly #status: number;
  readonly #product: string;
  readonly #lines: readonly string[];
  readonly #parser: Robot;
  readonly #count: number;
  /** Comparisons per character of a URL. */
  readonly #cost: number;

  /** `status` is that of the response. */
  constructor(text: string, product: string, status = 200) {
    this.#status = status;
    this.#product = product;
    this.#lines = relevantLines(this.#isThere ? normalize(text) : '', product);
    this.#parser = parse(`${SITE}/robots.txt`, this.#lines.join('\n'));
    const rules = this.#lines.filter((line) => RULE.test(line));
    this.#count = rules.length;
    this.#cost = rules.length + rules.filter((line) => line.includes('*')).join('').length;
  }

  get #isThere(): boolean {
    return this.#status >= 200 && this.#status < 300;
  }

  /** Whether the site is closed. */
  get isClosed(): boolean {
    return CLOSED.has(this.#status);
  }

  /** In seconds. */
  get crawlDelay(): number | undefined {
    return this.#parser.getCrawlDelay(this.#product);
  }

  get sitemaps(): readonly string[] {
    return this.#parser.getSitemaps().slice(0, MAX_SITEMAPS).map(shorten);
  }

  decide({ pathname, search }: URL): Decision {
    if (!this.#isThere) return { allowed: !this.isClosed, rule: `it answers ${this.#status}` };
    // robots-parser writes more escapes in patterns than there are in a URL.
    const path = encodeURI(normalize(pathname + search)).replaceAll('%25', '%');
    if (this.#cost * path.length > MAX_COMPARED)
      return { allowed: false, rule: `the URL is too long for a file of ${this.#count} rules` };
    const line = this.#lines[this.#parser.getMatchingLineNumber(SITE + path, this.#product) - 1] ?? '';
    const [, name = '', value = ''] = RULE.exec(line) ?? [];
    if (name === '' || pathname === '/robots.txt') return { allowed: true, rule: 'no rule for it' };
    const rule = name.toLowerCase();
    return { allowed: rule === 'allow', rule: shorten(`${rule}: ${value.trim()}`) };
  }
}

/**
 * Returns the lines for the product: agents other than it and `*` and rules of other groups are removed, and sitemaps
 * come first.
 *
 * robots-parser stores each rule once per agent of its group, so a hostile file would need quadratic time and memory.
 * Here a group has at most two agents.
 */
const relevantLines = (text: string, product: string): readonly string[] => {
  const agents = new Set<string>();
  const sitemaps: string[] = [];
  const lines: string[] = [];
  let isAfterAgent = false;
  for (const line of text.split(LINE_END)) {
    const { name, value } = toField(line);
    if (name === 'sitemap') sitemaps.push(line);
    if (name === 'user-agent') {
      if (!isAfterAgent) agents.clear();
      isAfterAgent = true;
      // As Google does: the first word without a version.
      const agent = (/^(?:\*(?!\S)|[a-z_-]+)/i.exec(value)?.[0] ?? '').toLowerCase();
      if (agents.has(agent) || (agent !== '*' && agent !== product.toLowerCase())) continue;
      agents.add(agent);
      lines.push(`user-agent: ${agent}`);
    } else if (OF_GROUP.has(name)) {
      isAfterAgent = false;
      if (agents.size > 0) lines.push(line);
    }
  }
  // robots-parser ignores a last group without rules.
  return [...sitemaps, ...lines, 'disallow:'];
};

const toField = (line: string): { readonly name: string; readonly value: string } => {
  const [text = ''] = line.split('#', 1);
  const colon = Math.max(0, text.indexOf(':'));
  return { name: text.slice(0, colon).trim().toLowerCase(), value: text.slice(colon + 1).trim() };
};

const shorten = (line: string): string => stripInvisible(line).slice(0, MAX_LINE);

// Decodes unnecessary escapes (section 2.2.2). robots-parser does the rest.
const normalize = (text: string): string =>
  text.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape;
  });
