// The groups of a robots.txt that concern one product (RFC 9309, section 2.2.1).

/** As robots-parser splits. */
const LINE_END = /\r\n|\r|\n/;

/**
 * The lines of a robots.txt, with those emptied that say nothing to the product: agents that are neither the product
 * nor `*`, agents that their group has already, and the rules of groups that name neither. The numbers of lines stay.
 *
 * robots-parser keeps each rule once for every agent of its group, so the work and memory it needs for a hostile file
 * grow with the square of its size. What is left here has two agents at most in a group.
 */
export const relevantLines = (text: string, product: string): string[] => {
  const names: ReadonlySet<string> = new Set([product.toLowerCase(), '*']);
  const agents = new Set<string>();
  let isAfterAgent = false;
  return text.split(LINE_END).map((line) => {
    const { name, value } = toField(line);
    if (name === '') return '';
    const isAgent = name === 'user-agent';
    if (isAgent && !isAfterAgent) agents.clear();
    isAfterAgent = isAgent;
    if (isAgent) return isNew(agents, names, agentName(value)) ? line : '';
    return agents.size === 0 && OF_GROUP.has(name) ? '' : line;
  });
};

// A line without a name is passed over, as one without a colon is.
const toField = (line: string): { readonly name: string; readonly value: string } => {
  const [text = ''] = line.split('#', 1);
  const colon = text.indexOf(':');
  if (colon < 0) return { name: '', value: '' };
  return { name: text.slice(0, colon).trim().toLowerCase(), value: text.slice(colon + 1).trim() };
};

/** What counts for the agents of its group only. */
const OF_GROUP: ReadonlySet<string> = new Set(['allow', 'disallow', 'crawl-delay']);

/** The product of a `User-agent` line: without its version. */
const agentName = (value: string): string => (value.split('/', 1)[0] ?? '').trim().toLowerCase();

const isNew = (agents: Set<string>, names: ReadonlySet<string>, agent: string): boolean => {
  if (!names.has(agent) || agents.has(agent)) return false;
  agents.add(agent);
  return true;
};
