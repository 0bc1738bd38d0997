// Which git is run: found once, as an absolute path, so that a program in a repository can never be taken for it.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { ToolError } from '@mcp/runtime';

const NAME = process.platform === 'win32' ? 'git.exe' : 'git';

/** The folders of a PATH that do not depend on where a program runs. */
export const absoluteFolders = (path: string = process.env['PATH'] ?? ''): string[] =>
  path.split(delimiter).filter((folder) => isAbsolute(folder));

let found: string | undefined;

/**
 * The absolute path of git.
 *
 * @throws {ToolError} when it is not installed.
 */
export const findGit = (): string => {
  found ??= absoluteFolders()
    .map((folder) => join(folder, NAME))
    .find(isProgram);
  if (found === undefined)
    throw new ToolError(
      'git is not installed, or not in the PATH of this server. Ask the user to install it.',
    );
  return found;
};

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};
