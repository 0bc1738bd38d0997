// The call path of fetch: the files whose functions run during one call, as listed in the README.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { calledBetween, countCalls, KEEP_COUNTS, listedFiles } from '@mcp/repo/src/called-files.ts';
import { expect, test } from 'vitest';
import { folderOfFile } from './setup.ts';
import { site } from './site.ts';

const folder = folderOfFile();
const root = join(import.meta.dirname, '..');
const src = join(root, 'src');
const PAGE = '<title>Tides</title><main><h1>Tides</h1><p>High water at <b>six</b>.</p></main>';

/** Runs a process that writes its coverage to a directory, with or without a call. Returns its pid. */
type Run = (directory: string, isCalled: boolean) => Promise<number | undefined>;

/** Returns the sources of which more runs with a call than without one. */
const filesOf = async (run: Run): Promise<string[]> => {
  const [without, called] = [false, true].map((isCalled) => {
    const directory = mkdtempSync(join(folder, 'run-'));
    return run(directory, isCalled).then((pid) => countCalls(directory, src, pid));
  });
  return calledBetween((await without) ?? new Map(), (await called) ?? new Map());
};

// A child would write its coverage after the test, when the directory no longer exists.
const NOT_FOR_CHILDREN = '--import=data:text/javascript,delete process.env.NODE_V8_COVERAGE';

// No compile cache: functions loaded from it look as if they had run.
const start = (directory: string, ...args: readonly string[]) =>
  spawn(process.execPath, [KEEP_COUNTS, NOT_FOR_CHILDREN, ...args], {
    env: { NODE_V8_COVERAGE: directory },
    stdio: ['pipe', 'pipe', 'inherit'],
  });

const runServer =
  (url: string): Run =>
  async (directory, isCalled) => {
    const child = start(directory, join(src, 'main.ts'), '--allow-cidr', '127.0.0.1');
    const params = {
      ...(isCalled ? { name: 'fetch', arguments: { url } } : {}),
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    };
    const method = isCalled ? 'tools/call' : 'server/discover';
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`);
    const [answer] = (await once(child.stdout, 'data')) as [Buffer];
    expect(String(answer).includes('High water at **six**.')).toBe(isCalled);
    child.stdin.end();
    await once(child, 'exit');
    return child.pid;
  };

/** The process that makes texts ends before it can write its coverage, so this runs it again. */
const runReader: Run = async (directory, isCalled) => {
  const script = `
    const { makeText } = await import(process.argv[1]);
    const { fromMessage, toMessage } = await import(process.argv[2]);
    const job = { body: Buffer.from(process.argv[3]), contentType: 'text/html', kind: 'html', url: 'http://a.test/', format: 'markdown' };
    if (process.argv[4] === 'true') process.stdout.write(fromMessage(await makeText(toMessage(job))).result.text);
    process.exit();`;
  const messages = join(root, '../../packages/limited-work/src/process-message.ts');
  const args = [join(src, 'page/text-process.ts'), messages, PAGE, String(isCalled)];
  const child = start(directory, '--input-type=module', '--eval', script, ...args);
  const [output] = await Promise.all([child.stdout.toArray(), once(child, 'exit')]);
  expect(Buffer.concat(output).toString()).toBe(isCalled ? '# Tides\n\nHigh water at **six**.' : '');
  return child.pid;
};

test('a call runs through the files that the README lists', async () => {
  await using page = await site({ '/': PAGE });
  const ran = await Promise.all([runServer(`http://127.0.0.1:${page.port}/`), runReader].map(filesOf));
  const files = [...new Set(ran.flat())];
  expect(files.toSorted()).toEqual(listedFiles(root, 'The path of a call').toSorted());
});
