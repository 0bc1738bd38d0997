// git://{repo}/blob/{ref}/{+path}: a file as it was in a commit, as text or bytes (features: templates, completion).
import { isUtf8 } from 'node:buffer';
import { defineResourceTemplate, ErrorCode, RpcError, ToolError } from '@mcp/runtime';
import { completeRef, completeRepository, completeTreePath } from '../completion.ts';
import { toRevision } from '@mcp/git';
import type { Repositories } from '../repositories.ts';
import { findFile, readObject } from '../read/show.ts';
import { filesIcon } from '../icons.ts';
import { orNotFound } from './commit.ts';

/** Resources have no pages, and clients keep them in memory. */
const MAX_BYTES = 10_000_000;

export const blobTemplate = (repositories: Repositories) =>
  defineResourceTemplate({
    uriTemplate: 'git://{repo}/blob/{ref}/{+path}',
    name: 'blob',
    title: 'File of a commit',
    description:
      'A file as it was in a branch, tag or commit. A slash in the name of a branch is written %2F.',
    icons: filesIcon,
    annotations: { audience: ['user', 'assistant'] },
    complete: {
      repo: completeRepository(repositories),
      ref: completeRef(repositories),
      path: completeTreePath(repositories),
    },
    read: async (uri, { repo = '', ref = '', path = '' }, ctx) => {
      const bytes = await orNotFound(uri, async () => {
        await using repository = await repositories.for(ctx).openNamed(repo);
        const inner = repository.fromTop(path);
        const object = await findFile(repository, toRevision(ref, 'ref'), inner);
        if (object === undefined) throw new ToolError(`There is no ${path} in ${ref}.`);
        return await readObject(repository, object, MAX_BYTES);
      });
      if (bytes.length > MAX_BYTES)
        throw new RpcError(ErrorCode.InternalError, `${uri} has more than ${MAX_BYTES} bytes. Use git_show.`);
      const isText = isUtf8(bytes) && !bytes.includes(0);
      return isText
        ? { uri, mimeType: 'text/plain', text: bytes.toString('utf8') }
        : { uri, mimeType: 'application/octet-stream', blob: bytes.toString('base64') };
    },
  });
