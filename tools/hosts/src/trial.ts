// Trial: tests one host, from --install to what reaches its model.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Host } from './hosts/host.ts';
import { Model, type Step } from './model/model.ts';
import { CUSTOMERS, Playground } from './playground.ts';
import type { Check, CheckName, Checks } from './report.ts';
import { run } from './run.ts';
import { query, scenesOf } from './scenes.ts';
import { install, serve, serversOf, TOKEN } from './servers.ts';

/** Runs all checks of a host whose program is at `program`. */
export const tryHost = async (host: Host, program: string): Promise<Checks> => {
  using playground = new Playground();
  await using model = new Model();
  const url = await model.start();
  const { home, project } = playground;
  const env = environmentOf(host, home, url);
  const [file, first] = /\.[cm]?js$/.test(program) ? [process.execPath, [program]] : [program, []];
  const start = (args: readonly string[]): Promise<string> =>
    run(file, [...first, ...args], { cwd: project, env });
  // On a busy machine, some hosts do not wait for slow servers, and the conversation ends without tools.
  let tries = 0;
  const talk = async (steps: readonly Step[], number = 1): Promise<string> => {
    model.play(steps);
    const said = await start(host.prompt);
    tries = Math.max(tries, number);
    return model.results.length < steps.length && number < 3 ? talk(steps, number + 1) : said;
  };
  const checks: Partial<Record<CheckName, Check>> = {};
  const check = async (name: CheckName, judge: () => Promise<string | void> | string): Promise<void> => {
    try {
      checks[name] = { passed: true, detail: (await judge()) ?? 'yes' };
    } catch (error) {
      const detail = String(error).replaceAll(project, '…').replaceAll(home, '~').slice(0, 500);
      checks[name] = { passed: false, detail };
    }
  };

  const servers = serversOf(project);
  await check('install', async () => {
    for (const [server, args] of Object.entries(servers))
      await install(host.installName, [server, ...args], env);
  });
  await check('list', async () => {
    if (host.list === undefined) return 'lists none';
    const [output, { shows, says }] = [await start(['mcp', 'list']), host.list];
    const missing = Object.keys(servers).filter((server) => !shows(server).test(output));
    if (missing.length > 0) throw new Error(`${missing.join(', ')}: ${output}`);
    return says;
  });
  const scenes = await scenesOf(project, `${url}/tide`);
  const said = await talk(scenes.flatMap(({ steps }) => steps));
  const results = [...model.results];
  for (const { check: name, steps, judge } of scenes) {
    const read = results.splice(0, steps.length);
    await check(name, () => judge(read.length === 0 ? [said] : read, model.last));
  }
  await check('token', async () => {
    using server = await serve('sqlite', join(project, 'remote.db'));
    await install(host.installName, [...server.words, '--force'], env);
    const [read = ''] = [await talk([query]), ...model.results].slice(-1);
    if (!read.includes(CUSTOMERS['remote.db'])) throw new Error(`the model read: ${read}`);
  });
  return { ...checks, tries: { passed: true, detail: String(tries) } } as Checks;
};

/** Writes the host's settings and returns its environment. */
const environmentOf = (host: Host, home: string, url: string): NodeJS.ProcessEnv => {
  for (const [name, text] of Object.entries(host.files?.(url) ?? {})) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  const plain = { LANG: 'C.UTF-8', TERM: 'dumb', NO_COLOR: '1', CI: '1' };
  return { HOME: home, PATH: process.env['PATH'], ...plain, ...TOKEN, ...host.environment?.(url) };
};
