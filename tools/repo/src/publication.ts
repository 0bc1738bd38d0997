// Who owns the project, where it is, and what of it is published: tools/release/publication.json, which an owner fills in.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.ts';

/** What documents, manifests and installers may show. */
export interface Publication {
  /** The account on GitHub whose name stands before those of the servers in the MCP Registry. */
  readonly owner: string | null;
  /** Where the repository is read in a browser, like `https://github.com/owner/name`. */
  readonly repository: string | null;
  /** The scope of the packages on npm. `pnpm release:rename` changes it everywhere. */
  readonly scope: string;
  /** Whether the packages can be installed from npm. */
  readonly npm: boolean;
  /** Whether the bundles hang at the releases of the repository. */
  readonly bundles: boolean;
}

/** What the owner has decided. */
export const publication = JSON.parse(
  readFileSync(join(root, 'tools/release/publication.json'), 'utf8'),
) as Publication;

/** What contradicts itself, one sentence for each. */
export const faultsOf = ({ owner, repository, scope, npm, bundles }: Publication): string[] => {
  const isOwned = owner !== null && repository !== null;
  return [
    ...((owner === null) === (repository === null) ? [] : ['owner and repository are filled in together']),
    ...(repository === null || /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/.test(repository)
      ? []
      : [`repository is an address like https://github.com/owner/name, not ${repository}`]),
    ...(/^@[a-z\d][\w.-]*$/.test(scope) ? [] : [`scope is a name like @mcp, not ${scope}`]),
    ...(isOwned || !npm
      ? []
      : ['npm wants a repository: provenance names the one that a package was built in']),
    ...(isOwned || !bundles ? [] : ['bundles hang at the releases of a repository, and there is none']),
  ];
};
