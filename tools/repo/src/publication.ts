// Decisions of the project's owner: tools/release/publication.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.ts';

/** The project's data for manifests and the site. */
export interface Publication {
  /** The address of the repository, like `https://github.com/owner/name`, or null until the project has an owner. */
  readonly repository: string | null;
  /** The scope of the packages on npm. `pnpm release:rename` changes it everywhere. */
  readonly scope: string;
}

/** The decisions of the owner. */
export const publication = JSON.parse(
  readFileSync(join(root, 'tools/release/publication.json'), 'utf8'),
) as Publication;

/** Returns the faults of the values, one sentence each. */
export const faultsOf = ({ repository, scope }: Publication): string[] => [
  ...(repository === null || /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/.test(repository)
    ? []
    : [`repository is an address like https://github.com/owner/name, not ${repository}`]),
  ...(/^@[a-z\d][\w.-]*$/.test(scope) ? [] : [`scope is a name like @mcp, not ${scope}`]),
];
