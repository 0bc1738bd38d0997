// Where a rule is tested: in which revisions, over which transports.
import { requirements } from './index.ts';
import type { KeptRequirement, Revision, Transport } from './index.ts';
import { allRevisions, allTransports, modern, stateful } from './types.ts';

/** Where a rule is tested, if not everywhere it applies. */
export interface Narrowing {
  readonly revisions?: readonly Revision[];
  readonly transports?: readonly Transport[];
}

type Ids = string | readonly string[];

/** The rules that a test cites; those of the two eras apart when both have the rule, under names of their own. */
export type Cited = Ids | { readonly stateful: Ids; readonly modern: Ids };

interface Place {
  readonly revision: Revision;
  readonly transport: Transport;
}

/** Rules that are tested together, and where. */
interface Citation {
  readonly ids: readonly string[];
  readonly places: readonly Place[];
}

const isByEra = (cited: Cited): cited is Exclude<Cited, Ids> =>
  typeof cited === 'object' && 'stateful' in cited;

/** What a test cites, one entry for each era that is cited apart. */
export const citationsOf = (cited: Cited, narrowing: Narrowing = {}): readonly Citation[] => {
  if (!isByEra(cited)) return [citationOf(cited, narrowing)];
  const { revisions = allRevisions } = narrowing;
  return [[cited.stateful, stateful] as const, [cited.modern, modern] as const].map(([ids, era]) =>
    citationOf(ids, { ...narrowing, revisions: revisions.filter((revision) => era.includes(revision)) }),
  );
};

const citationOf = (
  cited: Ids,
  { revisions = allRevisions, transports = allTransports }: Narrowing,
): Citation => {
  const ids = typeof cited === 'string' ? [cited] : cited;
  const rules = ids.map((id) => keptRequirement(id));
  const places = revisions
    .filter((revision) => rules.every((rule) => rule.revisions.includes(revision)))
    .flatMap((revision) =>
      transports
        .filter((transport) => rules.every((rule) => (rule.transports ?? allTransports).includes(transport)))
        .map((transport) => ({ revision, transport })),
    )
    .filter(({ revision, transport }) => exists(revision, transport));
  if (places.length === 0) throw new Error(`${ids.join(', ')} share no place`);
  return { ids, places };
};

const keptRequirement = (id: string): KeptRequirement => {
  const rule = requirements[id];
  if (rule === undefined) throw new Error(`There is no requirement ${id}`);
  if ('leftOut' in rule) throw new Error(`Requirement ${id} is left out: ${rule.leftOut}`);
  return rule;
};

/**
 * Whether a revision has a transport: 2024-11-05 came before Streamable HTTP, and 2026-07-28 has no sessions to leave
 * out.
 */
const exists = (revision: Revision, transport: Transport): boolean => {
  if (transport === 'http+sse') return revision !== '2026-07-28';
  if (transport === 'http') return revision !== '2024-11-05';
  return transport !== 'sessionless http' || (revision !== '2024-11-05' && revision !== '2026-07-28');
};
