// The benchmark: runs the sections named on the command line and prints their tables.
import { compare } from './comparison/comparison.ts';
import { type Options, parseOptions, usage } from './options.ts';
import { saveResult, showResult, toResult } from './report/results.ts';
import type { Section } from './report/section.ts';
import { buildVariants } from './runtime/build.ts';
import { measureCalls } from './runtime/calls.ts';
import { measureHttp } from './runtime/http.ts';
import { measureMemory } from './runtime/memory.ts';
import { measureStart } from './runtime/start.ts';
import { subjects } from './servers/subjects.ts';
import { measureTokens } from './tokens/section.ts';

const runtime: Readonly<Record<string, (options: Options) => Promise<Section>>> = {
  calls: measureCalls,
  start: measureStart,
  memory: measureMemory,
  http: measureHttp,
};
const known = [...Object.keys(runtime), ...Object.keys(subjects), 'tokens'];

const write = (text: string): void => void process.stdout.write(`${text}\n`);

type Measure = (options: Options) => Promise<readonly Section[]>;

/** Finds a section. @throws {Error} if there is none. */
function findSection(name: string): Measure {
  if (name === 'tokens') return measureTokens;
  const [section, open] = [runtime[name], subjects[name]];
  if (section !== undefined) return async (options) => [await section(options)];
  if (open === undefined) throw new Error(`There is no section ${name}, but: ${known.join(', ')}`);
  return async (options) => {
    await using subject = await open(options);
    return [await compare(subject, options)];
  };
}

/** Measures and prints a section; a failure does not stop the others. */
async function show(name: string, measure: Measure, options: Options): Promise<void> {
  const began = performance.now();
  try {
    for (const section of await measure(options)) {
      const result = toResult(section);
      if (options.save) saveResult(section.name, result);
      write(`\n## ${section.name}\n\n${showResult(result)}`);
    }
    write(`\n${name} took ${Math.round((performance.now() - began) / 1000)} s.`);
  } catch (error) {
    process.stderr.write(`\n${name} failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

async function main(options: Options): Promise<void> {
  if (options.help) return write(usage);
  if (process.platform !== 'linux')
    throw new Error('Only Linux has /proc, where CPU time and memory are read');
  const sections = options.sections.length > 0 ? options.sections : Object.keys(runtime);
  const found = sections.map((name) => [name, findSection(name)] as const);
  if (sections.some((name) => name in runtime)) await buildVariants();
  for (const [name, measure] of found) await show(name, measure, options);
}

try {
  await main(parseOptions(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
// A server that answered wrongly may still be running.
process.exit();
