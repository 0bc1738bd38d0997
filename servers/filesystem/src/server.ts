// START HERE: what the server is made of. Every tool, resource and prompt gets what it needs from here.
import type { ServerOptions } from '@mcp/runtime';
import manifest from '../package.json' with { type: 'json' };
import { serverIcons } from './icons.ts';
import type { Options } from './options.ts';
import { reviewFile } from './prompts/review-file.ts';
import { directoryResource } from './resources/directory.ts';
import { fileTemplate } from './resources/file.ts';
import { allowedDirectories } from './roots.ts';
import { createSandbox } from './sandbox.ts';
import { listAllowedDirectories } from './tools/list-allowed-directories.ts';
import { listDirectory } from './tools/list-directory.ts';
import { readTextFile } from './tools/read-text-file.ts';
import { searchFiles } from './tools/search-files.ts';
import { writeFile } from './tools/write-file.ts';
import { watchFiles } from './watcher.ts';

const INSTRUCTIONS =
  'Works with files inside the allowed directories only; list_allowed_directories says which. ' +
  'Look with list_directory, or find names with search_files, before you read or write. ' +
  'Long results are cut and say how to go on: read_text_file takes offset and limit. ' +
  'write_file replaces the whole content, so read a file before you change it.';

/** The definition of the server for these options. */
export const toServer = ({ directories, roots, followSymlinks, maxOutputBytes }: Options): ServerOptions => {
  const sandbox = createSandbox(allowedDirectories(directories, roots), followSymlinks);
  return {
    name: 'filesystem',
    title: 'Filesystem',
    version: manifest.version,
    description: manifest.description,
    icons: serverIcons,
    instructions: INSTRUCTIONS,
    tools: [
      readTextFile(sandbox, maxOutputBytes),
      listDirectory(sandbox, maxOutputBytes),
      searchFiles(sandbox, maxOutputBytes),
      writeFile(sandbox),
      listAllowedDirectories(sandbox),
    ],
    resources: directories.map((directory) => directoryResource(sandbox, watchFiles, directory)),
    resourceTemplates: [fileTemplate(sandbox, watchFiles)],
    prompts: [reviewFile(sandbox, maxOutputBytes)],
  };
};
