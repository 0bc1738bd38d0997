// START HERE: every tool, resource and prompt of the server, and what each needs.
import type { ServerOptions, Tool } from '@mcp/runtime';
import { apps } from '@mcp/runtime/apps';
import { tasks, type TaskOptions } from '@mcp/runtime/tasks';
import { Confirm } from '@mcp/command-line';
import { UndoStore } from '@mcp/files';
import manifest from '../package.json' with { type: 'json' };
import { Documents } from './documents/documents.ts';
import { createAccess, createPolicy, withRefusals } from './access.ts';
import { serverIcons } from './icons.ts';
import type { Options } from './options.ts';
import { reviewFile } from './prompts/review-file.ts';
import { summarizeDirectory } from './prompts/summarize-directory.ts';
import { fileTemplate } from './resources/file.ts';
import { SearchPool } from './search/pool.ts';
import { guide } from './skill.ts';
import type { Toolbox } from './tools/shared.ts';
import { copyFile } from './tools/copy-file.ts';
import { createDirectory } from './tools/create-directory.ts';
import { deleteFile } from './tools/delete-file.ts';
import { directoryTree } from './tools/directory-tree.ts';
import { editFile } from './tools/edit-file.ts';
import { getFileInfo } from './tools/get-file-info.ts';
import { listAllowedDirectories } from './tools/list-allowed-directories.ts';
import { listDirectory } from './tools/list-directory.ts';
import { moveFile } from './tools/move-file.ts';
import { readMediaFile } from './tools/read-media-file.ts';
import { readMultipleFiles } from './tools/read-multiple-files.ts';
import { readTextFile } from './tools/read-text-file.ts';
import { replaceInFiles } from './tools/replace-in-files.ts';
import { searchFileContents } from './tools/search-file-contents.ts';
import { searchFiles } from './tools/search-files.ts';
import { undoLastChange } from './tools/undo-last-change.ts';
import { writeFile } from './tools/write-file.ts';
import { pages } from './views.ts';
import { createWatch, type WatchOptions } from './resources/watch.ts';

const INSTRUCTIONS =
  'Works with files inside the allowed directories only; list_allowed_directories names them. Paths are absolute, or ' +
  'relative to the first of them. ' +
  'An etag changes with its file: pass it as ifMatch to avoid overwriting changes of others. ' +
  'undo_last_change undoes the last change. Long answers are cut and say how to continue. ' +
  'skill://change-files-safely/SKILL.md is a guide to changes.';

/** Parts that several servers in one process can share, and settings without a flag. */
export interface Parts {
  /** For the tasks extension. */
  readonly taskOptions?: TaskOptions;
  readonly documents?: Documents;
  readonly searches?: SearchPool;
  readonly watching?: WatchOptions;
}

/** Returns the definition of the server for these options; `warn` reaches the operator. */
export const toServer = (
  options: Options,
  warn: (message: string) => void,
  { taskOptions = {}, documents = new Documents(), searches = new SearchPool(), watching = {} }: Parts = {},
): ServerOptions => {
  const access = createAccess(createPolicy(options.policy, warn), new UndoStore(options.maxUndo));
  const confirm = new Confirm(options.confirm);
  const tools = createTools({ access, documents, searches, confirm, maxBytes: options.maxOutputBytes });
  const watch = options.watch === 'off' ? undefined : createWatch(watching);
  return {
    name: 'filesystem',
    title: 'Filesystem',
    version: manifest.version,
    description: manifest.description,
    icons: serverIcons,
    instructions: INSTRUCTIONS,
    // Some hosts send lists and numbers as strings, and null for omitted arguments.
    coerceArguments: true,
    extensions: [tasks(taskOptions), apps(), guide],
    tools,
    resources: [...guide.resources, ...pages],
    resourceTemplates: [fileTemplate(access, documents, watch)],
    prompts: [summarizeDirectory(access), reviewFile(access)],
  };
};

const createTools = (toolbox: Toolbox): Tool[] => {
  const readText = readTextFile(toolbox);
  const list = listDirectory(toolbox);
  const remove = deleteFile(toolbox);
  // Names that models know from other servers. They are not listed.
  const aliases: { readonly [name: string]: Tool } = {
    read_file: readText,
    list_directory_with_sizes: {
      ...list,
      run: (args, ctx) => list.run(Object.assign({ sortBy: 'name' }, args), ctx),
    },
    delete_directory: remove,
    remove_directory: remove,
  };
  const all = [
    readText,
    readMediaFile(toolbox),
    readMultipleFiles(toolbox),
    list,
    getFileInfo(toolbox),
    directoryTree(toolbox),
    searchFiles(toolbox),
    searchFileContents(toolbox),
    writeFile(toolbox),
    editFile(toolbox),
    replaceInFiles(toolbox),
    createDirectory(toolbox),
    moveFile(toolbox),
    copyFile(toolbox),
    remove,
    undoLastChange(toolbox),
    listAllowedDirectories(toolbox),
    ...Object.entries(aliases).map(([name, tool]) => ({ ...tool, name, aliasOf: tool.name, listed: false })),
  ];
  return all.map(withRefusals);
};
