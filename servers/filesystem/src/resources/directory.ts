// The directories of the command line as listed resources (feature: resources).
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineResource, type Resource } from '@mcp/runtime';
import type { AllowedDirectory } from '@mcp/workspace';
import type { Access } from '../files/file-system.ts';
import { folderIcon } from '../icons.ts';
import type { Watch } from './watch.ts';
import { readListing } from './listing.ts';
import { orNotFound } from './file-uri.ts';
import { checkPath, watchPath } from './subscription.ts';

/** What hosts may know of every file: it is for people and models, and neither most nor least important. */
export const FILE_ANNOTATIONS = { audience: ['user', 'assistant'], priority: 0.5 } as const;

/** A directory of the command line. Client roots are not listed: lists are the same for everybody. */
export const directoryResource = (
  access: Access,
  watch: Watch | undefined,
  { path }: AllowedDirectory,
): Resource => {
  const uri = pathToFileURL(path).href;
  return defineResource({
    uri,
    name: basename(path) || path,
    title: path,
    description: 'An allowed directory: what is in it, as JSON.',
    mimeType: 'inode/directory',
    icons: folderIcon,
    annotations: FILE_ANNOTATIONS,
    read: (ctx) => orNotFound(uri, () => readListing(access(ctx), { path, uri })),
    ...(watch === undefined
      ? {}
      : {
          beforeWatch: (ctx) => checkPath(access, uri, ctx),
          watch: watchPath(access, watch, uri),
        }),
  });
};
