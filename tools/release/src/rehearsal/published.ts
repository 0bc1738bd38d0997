// Published packages: checks their listing in a registry after a release.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import { type Manifest, packages } from '@mcp/repo/src/workspace.ts';
import { manifestFaults } from '../installed-package.ts';

interface Listing {
  readonly 'dist-tags': Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, JsonObject>>;
}

/** Returns the faults of a released copy's packages in the registry. */
export const publishedFaults = async (copy: string, url: string): Promise<string[]> => {
  const faults = packages.map(async ({ folder }) => {
    const file = join(copy, folder, 'package.json');
    const { name, version, private: isPrivate } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    const response = await fetch(new URL(encodeURIComponent(name), url));
    if (isPrivate === true) return response.ok ? [`${name} is private, and published`] : [];
    if (!response.ok) return [`${name} is not published: ${response.status}`];
    const listing = (await response.json()) as Listing;
    const { latest = 'no version' } = listing['dist-tags'];
    if (latest !== version) return [`${name} ${version}: the registry has ${latest} as the latest`];
    const published = listing.versions[version] ?? {};
    const place = JSON.stringify(published['repository'] ?? 'no repository');
    return [
      ...manifestFaults(published),
      ...(place.includes(REPOSITORY) ? [] : [`${name} is published from ${place}`]),
    ];
  });
  return (await Promise.all(faults)).flat();
};

/** The repository in the copy's publication.json. */
export const REPOSITORY = 'https://github.com/ann/servers';
