// A server that makes one call and is killed before its nth step on the disk. Prints how many steps there were otherwise.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [root = '', store = '', tool = '', args = '{}', last = ''] = process.argv.slice(2);
let count = 0;
let isCounting = false;

const step = (): void => {
  if (isCounting && ++count === Number(last)) process.kill(process.pid, 'SIGKILL');
};

/** Every function with which the server changes something. */
const CHANGING = [
  'appendFileSync',
  'fchmodSync',
  'fsync',
  'ftruncateSync',
  'linkSync',
  'mkdirSync',
  'openSync',
  'renameSync',
  'rmSync',
  'rmdirSync',
  'symlinkSync',
  'unlinkSync',
  'write',
] as const;

for (const name of CHANGING) {
  const original = fs[name] as (...values: unknown[]) => unknown;
  const wrapped = (...values: unknown[]): unknown => {
    step();
    return original(...values);
  };
  // `promisify` looks for its own form.
  Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original));
  Object.assign(fs, { [name]: wrapped });
}
syncBuiltinESMExports();

const { call, serve } = await import('../setup.ts');
const server = serve([root], { undoDirectory: store });
isCounting = true;
const result = await call(server, tool, JSON.parse(args) as object);
process.stdout.write(result.isError === true ? JSON.stringify(result) : `${count}`);
process.exit();
