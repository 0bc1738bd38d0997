// What tests of the server look at inside of this package.
export { witness, type BranchName } from '../src/arguments/arguments.ts';
export { readName } from '../src/arguments/names.ts';
export { checkGitDirectories } from '../src/location/git-directory.ts';
export { runGit, type Invocation } from '../src/process/client.ts';
export { toEnvironment, type Access } from '../src/process/environment.ts';
export { withOwn } from '../src/process/invocation.ts';
export { PrivateFolder, removeAbandoned } from '../src/process/private-folder.ts';
export { membersIn } from '../src/process/process-tree.ts';
export { canHold, enter, findSandbox, toBase, type Room } from '../src/process/sandbox.ts';
export type { Ended, Limits, Take } from '../src/process/work.ts';
export { Gate } from '../src/remote/gate.ts';
export { checkTarget, resolveTarget, type HostRule } from '../src/remote/hosts.ts';
export { openInside } from '../src/repository.ts';
export { isBelow } from '../src/view/index-names.ts';
export { makeView } from '../src/view/view.ts';
