// Internals of this package that the server's tests need.
export { observer } from '../src/arguments/arguments.ts';
export { checkGitDirectories } from '../src/location/git-directory.ts';
export { runGit, type Invocation } from '../src/process/client.ts';
export { toEnvironment } from '../src/process/environment.ts';
export { directoryFor, PrivateFolder, removeAbandoned } from '../src/process/private-folder.ts';
export { membersIn } from '../src/process/process-tree.ts';
export { findSandbox } from '../src/process/sandbox.ts';
export type { Ended, Limits, OnChunk } from '../src/process/work.ts';
export { TunnelProxy } from '../src/remote/tunnel-proxy.ts';
export type { HostRule } from '../src/remote/hosts.ts';
