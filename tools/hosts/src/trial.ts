// Trial: one host, from --install to what reached its model.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import type { Host } from './hosts/host.ts';
import { Model, type Step } from './model/model.ts';
import { objectsIn, textOf } from './model/wire.ts';
import { IMAGE, openPlayground, type Playground } from './playground.ts';
import type { Check, CheckName, Checks } from './report.ts';
import { run, type Ended } from './run.ts';
import { checkReadOn, destroy, LONG_FILES, readImage, readOn, sixCalls, type Compared } from './script.ts';
import { install, listen, programOf, serversOf, TOKEN } from './servers.ts';

/** Runs all checks of a host whose program is at `program`. */
export const tryHost = async (host: Host, program: string): Promise<Checks> => {
  await using playground = await openPlayground();
  await using model = await Model.start();
  return await new Trial(host, program, { playground, model }).run();
};

class Trial {
  readonly #host: Host;
  readonly #program: string;
  readonly #playground: Playground;
  readonly #model: Model;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #checks: Partial<Record<CheckName, Check>> = {};

  constructor(
    host: Host,
    program: string,
    { playground, model }: { readonly playground: Playground; readonly model: Model },
  ) {
    [this.#host, this.#program, this.#playground, this.#model] = [host, program, playground, model];
    const { home } = playground;
    const place = { home, model: model.url };
    const path = `${dirname(process.execPath)}:${playground.environment['PATH']}`;
    this.#environment = {
      ...playground.environment,
      PATH: path,
      [TOKEN.name]: TOKEN.value,
      ...host.environment(place),
    };
    for (const [name, text] of Object.entries(host.files?.(place) ?? {})) {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), text);
    }
  }

  async run(): Promise<Checks> {
    const playground = this.#playground;
    const servers = serversOf(playground);
    await this.#check('install', async () => {
      for (const [server, args] of Object.entries(servers)) await this.#install(server, args);
    });
    await this.#check('list', () => this.#list(Object.keys(servers)));
    const calls = sixCalls(playground);
    const answers = await Promise.all(calls.map((call) => answerOf(call, playground)));
    const long = Object.keys(LONG_FILES).flatMap((name) => readOn(playground, name));
    const ended = await this.#talk([...calls, readImage(playground), ...long, destroy(playground)]);
    const results = [...this.#model.results];
    await this.#check('calls', () => {
      const forms = calls.map((call, index) =>
        formOf(call, answers[index] ?? {}, results[index] ?? `nothing: ${ended.output}`),
      );
      return forms.find((form) => form !== undefined);
    });
    const [image = '', ...others] = results.slice(calls.length);
    await this.#check('image', () => seenIn(this.#model.last, image));
    for (const [index, filler] of Object.values(LONG_FILES).entries())
      await this.#check(
        index === 0 ? 'long' : 'chinese',
        () => `${checkReadOn(filler, others.slice(2 * index))} lines`,
      );
    await this.#check('confirm', () => {
      if (!existsSync(join(playground.project, 'story.txt')))
        throw new Error('the file was deleted, and nobody was asked');
      const [, reason] = /(did not agree|cannot ask)/.exec(others[4] ?? '') ?? [];
      if (reason === undefined) throw new Error(`the model read: ${others[4] ?? 'nothing'}`);
      return reason === 'cannot ask' ? 'the host cannot ask' : 'the host declines';
    });
    await this.#check('token', () => this.#overHttp());
    return this.#checks as Checks;
  }

  async #check(name: CheckName, check: () => Promise<string | void> | string | void): Promise<void> {
    try {
      const detail = await check();
      this.#checks[name] = { passed: true, ...(typeof detail === 'string' && { detail }) };
    } catch (error) {
      const { home, project } = this.#playground;
      const message = error instanceof Error ? error.message : String(error);
      const detail = message.replaceAll(project, '…').replaceAll(home, '~').slice(0, 500);
      this.#checks[name] = { passed: false, detail };
    }
  }

  async #install(server: string, args: readonly string[]): Promise<void> {
    await install(this.#host.installName, { server, args, environment: this.#environment });
  }

  #start(args: readonly string[]): Promise<Ended> {
    const isScript = /\.[cm]?js$/.test(this.#program);
    const [file, words] = isScript ? [process.execPath, [this.#program, ...args]] : [this.#program, args];
    return run(file, words, { cwd: this.#playground.project, environment: this.#environment });
  }

  async #list(servers: readonly string[]): Promise<string | void> {
    const { list } = this.#host;
    if (list === undefined) return 'the program lists no servers';
    const { output } = await this.#start(list.args);
    const missing = servers.filter((server) => !list.connected(server).test(output));
    if (missing.length > 0) throw new Error(`${missing.join(', ')}: ${output}`);
  }

  #talk(steps: readonly Step[]): Promise<Ended> {
    this.#model.play(steps);
    const { home } = this.#playground;
    return this.#start(this.#host.prompt('Do it.', { home, model: this.#model.url }));
  }

  async #overHttp(): Promise<void> {
    const { sqlite = [] } = serversOf(this.#playground);
    using listening = await listen('sqlite', sqlite);
    await this.#install('sqlite', listening.args);
    const { output } = await this.#talk(
      sixCalls(this.#playground).filter(({ server }) => server === 'sqlite'),
    );
    const [result = output] = this.#model.results;
    if (!result.includes('Grace')) throw new Error(`the model read: ${result}`);
  }
}

/** Returns what the server answers to a client without a host. */
const answerOf = async ({ server, tool, args }: Compared, playground: Playground) => {
  const program = {
    command: process.execPath,
    args: [programOf(server), ...(serversOf(playground)[server] ?? [])],
  };
  await using client = await connect({ ...program, cwd: playground.project });
  return await client.request('tools/call', { name: tool, arguments: args([]) });
};

type Answer = Awaited<ReturnType<typeof answerOf>>;

/**
 * Compares what the model read with the answer of the server.
 *
 * @returns which part of the answer reached the model, if it has parts that differ.
 * @throws {Error} if neither part is complete.
 */
const formOf = ({ server, tool, shows }: Compared, answer: Answer, read: string): string | undefined => {
  const { content, structuredContent } = answer;
  if (!JSON.stringify(content).includes(shows))
    throw new Error(`${tool} answers: ${JSON.stringify(content)}`);
  const hasText = objectsIn(content).every((block) => read.includes(textOf(block).trim()));
  const structure = structuredContent === undefined ? undefined : JSON.stringify(structuredContent);
  const hasStructure = structure !== undefined && read.includes(structure);
  if (!hasText && !hasStructure) throw new Error(`${server} ${tool}: the model read: ${read}`);
  if (structure === undefined || textOf(content).includes(structure)) return undefined;
  if (hasText && hasStructure) return 'text and structure';
  return hasText ? 'text' : 'structure';
};

/** Tells how the image reached the model. @throws {Error} if nothing says that there was one. */
const seenIn = (request: unknown, result: string): string => {
  const body = JSON.stringify(request);
  const isImage = body.includes(`"${IMAGE}"`) || body.includes(`"data:image/png;base64,${IMAGE}"`);
  if (isImage) return 'image';
  if (body.includes(IMAGE)) return 'Base64 as text';
  if (/image\/png/.test(result)) return 'a line of text';
  throw new Error(`the model read: ${result === '' ? 'an empty text' : result}`);
};
