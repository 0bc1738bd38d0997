// Extracts members of a ZIP archive into an allowed directory: all of them, or nothing.
import { basename, join } from 'node:path';
import { type Changed, type CopyResult, type FileSystem, unlessRefused } from '@mcp/files';
import type { Call, Documents } from './documents.ts';

interface Extraction {
  readonly source: string;
  /** A directory; for a single member also its new path. */
  readonly destination: string;
  /** `*` means all members. */
  readonly member: string;
}

/**
 * Extracts members. Creates missing directories; never replaces files.
 *
 * @throws {FileError} `exists`; `invalid_path` for a missing member; `too_large`; `unreadable`, also for an archive
 *   that contains links, devices or names that lead outside.
 */
export const extract = async (
  files: FileSystem,
  { source, destination, member }: Extraction,
  documents: Documents,
  call: Call,
): Promise<Changed<CopyResult>> => {
  const wanted = member === '*' ? undefined : member;
  const members = await files.read(source, (file) => documents.unpack(file, source, call, wanted));
  const directory = /[/\\]$/.test(destination)
    ? undefined
    : await unlessRefused(() => files.stat(destination));
  const isInto = member === '*' || /[/\\]$/.test(destination) || directory?.state.type === 'directory';
  const pathOf = (name: string): string => {
    if (!isInto) return destination;
    return join(destination, member === '*' ? name : basename(name));
  };
  return files.change({ tool: 'copy_file', allOrNone: true }, async (changing) => {
    const count = { files: 0, directories: 0, bytes: 0 };
    for (const { name, bytes } of members) {
      if (name.endsWith('/')) {
        const { created } = await changing.makeDirectory(pathOf(name));
        count.directories += created.length;
      } else {
        const options = { mode: 'create', createParents: true, signal: call.signal } as const;
        await changing.write(pathOf(name), bytes, options);
        count.files++;
        count.bytes += bytes.length;
      }
    }
    const { path } = await changing.stat(destination);
    return { path, ...count, skipped: 0, failed: 0, errors: [] };
  });
};
