// A slow DNS server does not block all names: runs the server as a process with a resolv.conf that names a test DNS
// server.
import { spawn, spawnSync } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test, vi } from 'vitest';
import { folderOfFile } from '../setup.ts';
import { site } from '../site.ts';

const folder = folderOfFile();
const main = join(import.meta.dirname, '../../src/main.ts');
const ADDRESS = '127.0.0.77';
const PORT = 53;

/** Runs a program with this as the system's resolv.conf. */
const under = (file: string): string[] => ['--dev-bind', '/', '/', '--ro-bind', file, '/etc/resolv.conf'];
const canBind = spawnSync('bwrap', [...under('/dev/null'), 'true']).status === 0;

/** Resolves every name to this machine, except those that begin with `slow`, which it only records. */
const nameServer = async (slow: Set<string>): Promise<Socket | undefined> => {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const end = question.indexOf(0, 12) + 5;
    const first = question.toString('latin1', 13, 13 + (question[12] ?? 0));
    if (first.startsWith('slow')) {
      slow.add(first);
      return;
    }
    const isIPv4 = question.readUInt16BE(end - 4) === 1;
    const head = Buffer.from(question.subarray(0, end));
    // A response without error: one question, one answer or none, nothing else.
    [0x8180, 1, isIPv4 ? 1 : 0, 0, 0].forEach((value, index) => head.writeUInt16BE(value, 2 + 2 * index));
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
    socket.send(isIPv4 ? Buffer.concat([head, record]) : head, port, address);
  });
  const bound = once(socket, 'listening').then(
    () => socket,
    () => undefined,
  );
  socket.bind(PORT, ADDRESS);
  return bound;
};

const probe = await nameServer(new Set());
probe?.close();

test.skipIf(!canBind || probe === undefined)(
  'thirty names with a silent DNS server do not block another one (needs bubblewrap and port 53)',
  async () => {
    const slow = new Set<string>();
    const dns = await nameServer(slow);
    const file = join(folder, 'resolv.conf');
    writeFileSync(file, `nameserver ${ADDRESS}\n`);
    await using page = await site({ '/': { type: 'text/plain', body: 'here' } });
    const args = [main, '--allow-cidr', '127.0.0.1', '--ignore-robots-txt'];
    const server = spawn('bwrap', [...under(file), process.execPath, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const answered: string[] = [];
    createInterface(server.stdout).on('line', (line) => {
      const { id, result } = JSON.parse(line) as { id?: string; result?: object };
      if (id !== undefined) answered.push(`${id}: ${JSON.stringify(result).includes('here')}`);
    });
    const call = (id: string, name: string, given: object): void => {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const params = { name, arguments: given, _meta };
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
    };
    try {
      for (let number = 0; number < 3; number += 1)
        call(`slow ${number}`, 'fetch_many', {
          urls: Array.from({ length: 10 }, (_, index) => `http://slow${number}-${index}.test:${page.port}/`),
        });
      await vi.waitFor(() => expect(slow.size).toBe(30), 20_000);
      call('quick', 'fetch', { url: `http://quick.test:${page.port}/` });
      await vi.waitFor(() => expect(answered).toHaveLength(1), 20_000);
      expect(answered).toEqual(['quick: true']);
    } finally {
      server.kill();
      dns?.close();
    }
  },
  60_000,
);
