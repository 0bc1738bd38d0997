// Names that git takes for `.git`, on any system: what is written there can make git run programs.
import { foldName } from './deny.ts';

/** Whether a name is `.git` to some file system: in other case, with invisible characters, or as Windows reads it. */
export const isGitName = (name: string): boolean =>
  // Windows drops dots and spaces at the end, has streams after a colon, and short names.
  /^(?:\.git|git~\d+)[. ]*(?::.*)?$/s.test(foldName(name));
