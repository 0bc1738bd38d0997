// The filesystem server in this checkout: lists, searches with progress, reads, writes, and reports a change.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { checkout, connect, textOf } from './call.ts';
import { answer, ask, event, say, title } from './transcript.ts';

const REVISION = '2026-07-28';
const UPDATE_TIMEOUT_MS = 5000;

/** Shows the filesystem server. */
export const showFilesystem = async (): Promise<void> => {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-demo-')));
  title('Filesystem server');
  say(`mcp-server-filesystem, with this checkout and a scratch folder as its directories`);
  try {
    await using client = await connectTo([checkout, scratch], { pin: REVISION });
    await showTools(client);
    await showReading(client);
    await showSearch(client);
    await showUpdate(client, join(scratch, 'notes.txt'));
    await showSession(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

const connectTo = (directories: readonly string[], mode: 'legacy' | { pin: string }) =>
  connect('filesystem', directories, { versionNegotiation: { mode } });

const showTools = async (client: Client): Promise<void> => {
  ask(`tools/list  (revision ${client.getNegotiatedProtocolVersion()})`);
  const { tools } = await client.listTools();
  answer(
    tools
      .map(
        (tool) =>
          `${tool.name.padEnd(26)} ${tool.annotations?.readOnlyHint ? 'reads ' : 'writes'}  ${tool.title}`,
      )
      .join('\n'),
  );
};

const showReading = async (client: Client): Promise<void> => {
  ask('tools/call read_text_file  README.md, first 3 lines');
  const path = join(checkout, 'README.md');
  answer(textOf(await client.callTool({ name: 'read_text_file', arguments: { path, head: 3 } })));
  ask('tools/call read_text_file  /etc/passwd  (outside of the allowed directories)');
  answer(textOf(await client.callTool({ name: 'read_text_file', arguments: { path: '/etc/passwd' } })));
};

const showSearch = async (client: Client): Promise<void> => {
  const pattern = '**/*.test.ts';
  ask(`tools/call search_files  ${pattern} in the whole checkout, with progress`);
  const request = { name: 'search_files', arguments: { path: checkout, pattern } };
  let last = 0;
  const onprogress = ({ progress, message }: { progress: number; message?: string | undefined }): void => {
    if (progress < last * 2) return;
    last = progress;
    event(`progress ${progress}${message === undefined ? '' : `: ${message}`}`);
  };
  answer(textOf(await client.callTool(request, { onprogress })));
};

const showUpdate = async (client: Client, path: string): Promise<void> => {
  ask(`tools/call write_file  ${path}`);
  answer(textOf(await client.callTool({ name: 'write_file', arguments: { path, content: 'one\n' } })));
  const uri = pathToFileURL(path).href;
  ask(`subscriptions/listen  ${uri}`);
  const updated = new Promise<string>((resolve, reject) => {
    setTimeout(
      () => reject(new Error(`no update of ${uri} within ${UPDATE_TIMEOUT_MS} ms`)),
      UPDATE_TIMEOUT_MS,
    ).unref();
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri));
  });
  const subscription = await client.listen({ resourceSubscriptions: [uri] });
  event('listening; another program now changes the file');
  writeFileSync(path, 'one\ntwo\n');
  event(`notifications/resources/updated ${await updated}`);
  ask(`resources/read  ${uri}`);
  const { contents } = await client.readResource({ uri });
  answer(contents.map((content) => ('text' in content ? content.text : '(binary)')).join('\n'));
  await subscription.close();
};

// The same program also serves clients of earlier revisions, which open a session.
const showSession = async (scratch: string): Promise<void> => {
  await using client = await connectTo([scratch], 'legacy');
  ask('initialize  (the same program, a client of an earlier revision)');
  const { tools } = await client.listTools();
  answer(`revision ${client.getNegotiatedProtocolVersion()}, ${tools.length} tools`);
};
