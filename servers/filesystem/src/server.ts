// START HERE: what the server is made of. Every tool, resource and prompt gets what it needs from here.
import type { ServerOptions, Tool } from '@mcp/runtime';
import { Confirm } from '@mcp/runtime/cli';
import manifest from '../package.json' with { type: 'json' };
import { createAccess, type Access } from './files/file-access.ts';
import { serverIcons } from './icons.ts';
import { toLean } from './lean-output.ts';
import type { Options } from './options.ts';
import { editWithPlan } from './prompts/edit-with-plan.ts';
import { reviewFile } from './prompts/review-file.ts';
import { summarizeDirectory } from './prompts/summarize-directory.ts';
import { directoryResource } from './resources/directory.ts';
import { fileTemplate } from './resources/file.ts';
import { createPolicy } from './sandbox/policy.ts';
import { SEARCH_SCRIPT } from './search/search-script.ts';
import { SearchThreads } from './search/search-threads.ts';
import { copyFile } from './tools/copy-file.ts';
import { createDirectory } from './tools/create-directory.ts';
import { deleteFile } from './tools/delete-file.ts';
import { directoryTree } from './tools/directory-tree.ts';
import { editFile } from './tools/edit-file.ts';
import { getFileInfo } from './tools/get-file-info.ts';
import { listAllowedDirectories } from './tools/list-allowed-directories.ts';
import { listDirectoryWithSizes } from './tools/list-directory-with-sizes.ts';
import { listDirectory } from './tools/list-directory.ts';
import { moveFile } from './tools/move-file.ts';
import { readMediaFile } from './tools/read-media-file.ts';
import { readMultipleFiles } from './tools/read-multiple-files.ts';
import { readFile, readTextFile } from './tools/read-text-file.ts';
import { searchFileContents } from './tools/search-file-contents.ts';
import { searchFiles } from './tools/search-files.ts';
import { summarizeFile } from './tools/summarize-file.ts';
import { writeFile } from './tools/write-file.ts';
import { createWatch } from './resources/watcher.ts';

const INSTRUCTIONS =
  'Works with files inside the allowed directories only; list_allowed_directories says which. ' +
  'A path is absolute, or relative to the first of them. ' +
  'Look with list_directory, or find names with search_files and text with search_file_contents, before you read or write. ' +
  'read_text_file returns whole files; for a part of a long one give head, tail, or offset and limit. ' +
  'write_file replaces the whole content; edit_file changes parts of it. ' +
  'With ifMatch, an etag of an earlier answer, a file is only touched when nobody else has changed it. ' +
  'In oldText of edit_file the indentation may differ. A count of 0 is no limit. ' +
  'cursor is the nextCursor of the last answer. gitignore leaves out .git and what .gitignore files name.';

/** The definition of the server for these options; `warn` tells the operator. */
export const toServer = (options: Options, warn: (message: string) => void): ServerOptions => {
  const { policy, output } = options;
  const access = createAccess(createPolicy(policy, warn));
  const tools = createTools(access, options);
  const watch = createWatch(options.watch);
  return {
    name: 'filesystem',
    title: 'Filesystem',
    version: manifest.version,
    description: manifest.description,
    icons: serverIcons,
    instructions: INSTRUCTIONS,
    // Some hosts send lists and numbers as strings, and null for what is left out.
    coerceArguments: true,
    tools: output === 'lean' ? tools.map(toLean) : tools,
    resources: policy.directories.map((directory) => directoryResource(access, watch, directory)),
    resourceTemplates: [fileTemplate(access, watch)],
    prompts: [summarizeDirectory(access), reviewFile(access), editWithPlan(access)],
  };
};

const createTools = (access: Access, { maxOutputBytes, compat, confirm: mode }: Options): Tool[] => {
  const threads = new SearchThreads({ script: SEARCH_SCRIPT });
  const confirm = new Confirm(mode);
  const readText = readTextFile(access, maxOutputBytes);
  return [
    readText,
    readFile(readText, compat),
    readMediaFile(access),
    readMultipleFiles(access, maxOutputBytes),
    listDirectory(access, maxOutputBytes),
    listDirectoryWithSizes(access, maxOutputBytes),
    getFileInfo(access),
    directoryTree(access, maxOutputBytes),
    searchFiles(access, maxOutputBytes),
    searchFileContents(access, threads, maxOutputBytes),
    writeFile(access, confirm),
    editFile(access, confirm, maxOutputBytes),
    createDirectory(access),
    moveFile(access, confirm),
    copyFile(access, confirm),
    deleteFile(access, confirm),
    listAllowedDirectories(access),
    summarizeFile(access),
  ];
};
