// Which directories a request may use.
export { isInside, pinDirectory, type AllowedDirectory } from './allowed-directory.ts';
export { O_PATH } from './descriptor.ts';
export { expandHome } from './expand-home.ts';
export { namedDirectories } from './named-directories.ts';
export { readEntries, type Entry } from './read-entries.ts';
export { rootsFlag, type RootsMode } from './roots-flag.ts';
export { allowedDirectories, type Allowed, type Refuse, type RootsOptions } from './roots.ts';
export {
  foldCase,
  isNetworkPath,
  isShortName,
  longNameOf,
  mayBeShortName,
  nameProblem,
  pathProblem,
  type PathRules,
} from './windows-paths.ts';
