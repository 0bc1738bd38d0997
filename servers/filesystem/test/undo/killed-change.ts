// Killed server: makes one call and is killed before its nth disk step, or prints the names of all steps.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [root = '', data = '', tool = '', args = '{}', last = ''] = process.argv.slice(2);
const steps: string[] = [];
let isCounting = false;

const { O_CREAT, O_RDWR, O_WRONLY } = fs.constants;

/** Opening to read changes nothing, so a kill before it equals one before the next step. */
const isChange = (name: string, flags: unknown): boolean =>
  name !== 'openSync' ||
  (typeof flags === 'number' ? (flags & (O_CREAT | O_RDWR | O_WRONLY)) !== 0 : /[aw+]/.test(String(flags)));

const step = (name: string, flags: unknown): void => {
  if (!isCounting || !isChange(name, flags)) return;
  if (steps.push(name) === Number(last)) process.kill(process.pid, 'SIGKILL');
};

/** Every function that can change a file. */
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
  // `promisify` uses its own form.
  Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original));
  Object.assign(fs, { [name]: wrapped });
}
syncBuiltinESMExports();

const { call, serve } = await import('../setup.ts');
const server = serve([root]);
process.env['XDG_DATA_HOME'] = data;
const calls = JSON.parse(args) as readonly object[];
for (const before of calls.slice(0, -1)) await call(server, 'replace_in_files', before);
isCounting = true;
const result = await call(server, tool, calls.at(-1) ?? {});
process.stdout.write(JSON.stringify(result.isError === true ? result : steps));
process.exit();
