// The asynchronous file system. Bundled, it is loaded by the first call: loading it costs 2 ms that the start can do without.
export { promises as fileSystem } from 'node:fs';
