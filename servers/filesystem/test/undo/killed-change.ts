// A server that makes one call and is killed before its nth step on the disk. Prints the names of all steps otherwise.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [root = '', store = '', tool = '', args = '{}', last = ''] = process.argv.slice(2);
const steps: string[] = [];
let isCounting = false;

const { O_CREAT, O_RDWR, O_WRONLY } = fs.constants;

/** What opens a file only to read it changes nothing: a kill before it is one before the next step. */
const isChange = (name: string, flags: unknown): boolean =>
  name !== 'openSync' ||
  (typeof flags === 'number' ? (flags & (O_CREAT | O_RDWR | O_WRONLY)) !== 0 : /[aw+]/.test(String(flags)));

const step = (name: string, flags: unknown): void => {
  if (!isCounting || !isChange(name, flags)) return;
  if (steps.push(name) === Number(last)) process.kill(process.pid, 'SIGKILL');
};

/** Every function with which the server can change something. */
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
    step(name, values[1]);
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
process.stdout.write(JSON.stringify(result.isError === true ? result : steps));
process.exit();
