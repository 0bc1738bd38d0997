// What a registry has to show of a package after a release.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages } from '@mcp/repo/src/workspace.ts';

interface PublishedManifest {
  readonly scripts?: object;
  readonly devDependencies?: object;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
}

interface Listing {
  readonly 'dist-tags': Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, PublishedManifest>>;
}

const manifestFaults = (name: string, { dependencies, ...manifest }: PublishedManifest): string[] => [
  ...['scripts', 'devDependencies']
    .filter((member) => member in manifest)
    .map((member) => `${name} is published with ${member}`),
  ...Object.entries(dependencies ?? {})
    .filter(([, range]) => !/^[~^]?\d/.test(range))
    .map(([dependency, range]) => `${name} depends on ${dependency} ${range}, which is no version`),
];

/** What is wrong with the packages of a released copy in the registry, one line per fault. */
export const publishedFaults = async (copy: string, url: string): Promise<string[]> => {
  const faults = packages.map(async ({ folder }) => {
    const { name, version, ...manifest } = JSON.parse(
      readFileSync(join(copy, folder, 'package.json'), 'utf8'),
    ) as { readonly name: string; readonly version: string; readonly private?: boolean };
    const response = await fetch(new URL(encodeURIComponent(name), url));
    if (manifest.private === true) return response.ok ? [`${name} is private, and published`] : [];
    if (!response.ok) return [`${name} is not published: ${response.status}`];
    const listing = (await response.json()) as Listing;
    const { latest = 'no version' } = listing['dist-tags'];
    if (latest !== version) return [`${name} ${version}: the registry has ${latest} as the latest`];
    return manifestFaults(name, listing.versions[version] ?? {});
  });
  return (await Promise.all(faults)).flat();
};
