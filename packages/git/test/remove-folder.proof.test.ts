// removeFolder: nothing remains, even if somebody else removes something at the same time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { removeFolder } from '../src/process/private-folder.ts';

const ROUNDS = 20;
const FOLDERS = 60;
const root = mkdtempSync(join(tmpdir(), 'remove-folder-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

// It starts on a signal, so that both run at once.
const OTHER =
  "process.stdin.once('data', () => { require('fs').rmSync(process.argv[1], { recursive: true, force: true }); process.exit() })";

test('nothing remains of a folder that another process empties at the same time', async () => {
  const left: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const folder = join(root, String(round));
    for (let at = 0; at < FOLDERS; at++) {
      mkdirSync(join(folder, 'new', String(at)), { recursive: true });
      writeFileSync(join(folder, 'new', String(at), 'file'), '');
    }
    const first = join(folder, 'new', '0');
    const other = spawn(process.execPath, ['-e', OTHER, join(folder, 'new')], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const ended = once(other, 'close');
    other.stdin.write('begin');
    while (existsSync(first) && other.exitCode === null) await delay(0);
    removeFolder(folder);
    await ended;
    if (existsSync(folder)) left.push(folder);
  }
  expect(left).toEqual([]);
}, 60_000);
