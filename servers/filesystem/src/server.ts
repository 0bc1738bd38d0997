// START HERE: what the server is made of. Every tool, resource and prompt gets what it needs from here.
import type { ServerOptions } from '@mcp/runtime';
import manifest from '../package.json' with { type: 'json' };
import { createAccess } from './anchored/file-access.ts';
import { serverIcons } from './icons.ts';
import type { Options } from './options.ts';
import { reviewFile } from './prompts/review-file.ts';
import { directoryResource } from './resources/directory.ts';
import { fileTemplate } from './resources/file.ts';
import { createPolicy } from './policy/policy.ts';
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
export const toServer = ({ policy, maxOutputBytes }: Options): ServerOptions => {
  const access = createAccess(createPolicy(policy));
  return {
    name: 'filesystem',
    title: 'Filesystem',
    version: manifest.version,
    description: manifest.description,
    icons: serverIcons,
    instructions: INSTRUCTIONS,
    tools: [
      readTextFile(access, maxOutputBytes),
      listDirectory(access, maxOutputBytes),
      searchFiles(access, maxOutputBytes),
      writeFile(access),
      listAllowedDirectories(access),
    ],
    resources: policy.directories.map((directory) => directoryResource(access, watchFiles, directory)),
    resourceTemplates: [fileTemplate(access, watchFiles)],
    prompts: [reviewFile(access, maxOutputBytes)],
  };
};
