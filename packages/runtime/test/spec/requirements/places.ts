// Where a rule is tested: in which revisions, over which transports.
import { requirements } from './index.ts';
import type { KeptRequirement, Revision, Transport } from './index.ts';
import { allRevisions, allTransports } from './types.ts';

/** Where a rule is tested, if not everywhere it applies. */
export interface Narrowing {
  readonly revisions?: readonly Revision[];
  readonly transports?: readonly Transport[];
}

/** Where all of the rules apply. */
export const placesOf = (
  ids: readonly string[],
  { revisions = allRevisions, transports = allTransports }: Narrowing = {},
): { readonly revisions: readonly Revision[]; readonly transports: readonly Transport[] } => {
  const rules = ids.map((id) => keptRequirement(id));
  return {
    revisions: revisions.filter((revision) => rules.every((rule) => rule.revisions.includes(revision))),
    transports: transports.filter((transport) =>
      rules.every((rule) => (rule.transports ?? allTransports).includes(transport)),
    ),
  };
};

const keptRequirement = (id: string): KeptRequirement => {
  const rule = requirements[id];
  if (rule === undefined) throw new Error(`There is no requirement ${id}`);
  if ('leftOut' in rule) throw new Error(`Requirement ${id} is left out: ${rule.leftOut}`);
  return rule;
};

/** Whether a revision has a transport: 2024-11-05 came before Streamable HTTP, and 2026-07-28 has no sessions to leave out. */
export const exists = (revision: Revision, transport: Transport): boolean => {
  if (transport === 'http+sse') return revision !== '2026-07-28';
  if (transport === 'http') return revision !== '2024-11-05';
  return transport !== 'sessionless http' || (revision !== '2024-11-05' && revision !== '2026-07-28');
};
