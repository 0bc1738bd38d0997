// robots.txt: its rules for one crawler (RFC 9309), matched with work that has a limit.

/** One `allow` or `disallow` line. */
export interface Rule {
  readonly allow: boolean;
  /** A path with `*` and, at the end, `$`. */
  readonly pattern: string;
}

/** What a file says to one crawler. */
export interface RobotsRules {
  readonly rules: readonly Rule[];
  readonly crawlDelay: number | undefined;
  readonly sitemaps: readonly string[];
}

interface Group {
  readonly agents: Set<string>;
  readonly rules: Rule[];
  crawlDelay?: number;
}

/** The rules of the groups that name `product`, without regard to case; else those of `*`. */
export const parseRobots = (content: string, product: string): RobotsRules => {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | undefined;
  let isNaming = false;
  for (const line of content.split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const field = name.toLowerCase();
    if (field === 'user-agent') {
      if (group === undefined || !isNaming) groups.push((group = { agents: new Set(), rules: [] }));
      group.agents.add(toProduct(value));
    } else if (field === 'sitemap') sitemaps.push(value.trim());
    else if (group !== undefined) addLine(group, field, value.trim());
    if (field !== '' && field !== 'sitemap') isNaming = field === 'user-agent';
  }
  const own = groups.filter(({ agents }) => agents.has(product.toLowerCase()));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.has('*'));
  return {
    rules: chosen.flatMap(({ rules }) => rules),
    crawlDelay: chosen.find(({ crawlDelay }) => crawlDelay !== undefined)?.crawlDelay,
    sitemaps,
  };
};

const addLine = (group: Group, field: string, value: string): void => {
  if ((field === 'allow' || field === 'disallow') && value !== '')
    group.rules.push({ allow: field === 'allow', pattern: normalize(value) });
  else if (field === 'crawl-delay' && /^\d{1,6}(?:\.\d{1,3})?$/.test(value)) group.crawlDelay = Number(value);
};

// `Example/1.0` names the product Example.
const toProduct = (value: string): string => {
  const name = value.trim();
  return name.startsWith('*') ? '*' : (/^[A-Za-z_-]+/.exec(name)?.[0] ?? name).toLowerCase();
};

/** For each pattern with a `*` the whole path may be searched. Characters that one check may search. */
const MAX_SEARCHED = 5_000_000;

/** Whether a path is too long to be compared with the patterns of a file. */
export const isTooLong = (rules: readonly Rule[], url: URL): boolean => {
  const wildcards = rules.filter(({ pattern }) => pattern.includes('*')).length;
  return wildcards * pathOf(url).length > MAX_SEARCHED;
};

const pathOf = ({ pathname, search }: URL): string => normalize(`${pathname}${search}`);

/** The rule that decides about a URL: the longest pattern, of equally long ones that which allows. */
export const decidingRule = (rules: readonly Rule[], url: URL): Rule | undefined => {
  if (url.pathname === '/robots.txt') return undefined;
  const path = pathOf(url);
  let best: Rule | undefined;
  for (const rule of rules) {
    const isBetter =
      best === undefined ||
      rule.pattern.length > best.pattern.length ||
      (rule.pattern.length === best.pattern.length && rule.allow && !best.allow);
    if (isBetter && matches(rule.pattern, path)) best = rule;
  }
  return best;
};

const matches = (pattern: string, path: string): boolean => {
  const isAnchored = pattern.endsWith('$');
  const [first = '', ...others] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  const last = isAnchored ? others.pop() : undefined;
  if (isAnchored && last === undefined) return path === first;
  let from = first.length;
  for (const part of others) {
    const at = path.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return last === undefined || (path.length - last.length >= from && path.endsWith(last));
};

// One spelling for each path: what needs no escape has none, everything else has upper-case ones (section 2.2.2).
const normalize = (path: string): string =>
  path
    .replaceAll(/[^\u0021-\u007E]+/g, (characters) => encodeURIComponent(characters))
    .replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
      const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
      return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase();
    });
