// Windows gives long names a second, short one (`PROGRA~1`). Rules are asked about the long one.
import { join } from 'node:path';
import { isShortName, longNameOf } from '@mcp/workspace';
import { FileError } from '../failure.ts';
import type { Scope } from './scope.ts';

/**
 * The name of an entry of a real directory that rules can judge: of a short name the long one, of others the same.
 *
 * @throws {FileError} when a name may be a short one, and nothing that may be used has it. The words are the same whether
 *   something has it or not: what it stands for may be denied.
 */
export const toLongName = (scope: Scope, given: string, directory: string, name: string): string => {
  if (!isShortName(directory, name)) return name;
  const long = longNameOf(directory, name);
  if (long !== undefined && scope.admits(join(directory, long))) return long;
  const problem = `${given} has the part ${name}, which may be the short name of another file.`;
  throw new FileError('invalid_path', problem, { hint: 'Give the long name, as list_directory shows it.' });
};
