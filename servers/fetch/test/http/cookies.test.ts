// --cookie-file: where the operator's cookies are sent.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { cookieHeader, readCookieFile } from '../../src/http/cookies.ts';
import { folderOfFile, serve } from '../setup.ts';
import { site } from '../site.ts';

const folder = folderOfFile();

const file = (content: string): string => {
  const path = join(folder, 'cookies.txt');
  writeFileSync(path, content);
  return path;
};

const FILE = [
  '# Netscape HTTP Cookie File',
  '',
  'example.com\tFALSE\t/\tFALSE\t0\tonly\there',
  '.example.org\tTRUE\t/\tFALSE\t0\tall\tbelow',
  '.example.org\tTRUE\t/shop\tTRUE\t4102444800\tcart\t7',
  '#HttpOnly_.example.org\tTRUE\t/\tTRUE\t4102444800.5\tsession\ta=b',
  '.example.org\tTRUE\t/\tFALSE\t1\told\tgone',
].join('\n');

describe('sending', () => {
  test.for([
    ['https://example.com/a', 'only=here'],
    ['http://example.com/', 'only=here'],
    ['https://www.example.com/', undefined],
    ['https://example.org/', 'all=below; session=a=b'],
    ['http://www.example.org/', 'all=below'],
    ['https://a.b.example.org/shop', 'cart=7; all=below; session=a=b'],
    ['https://example.org/shop/1', 'cart=7; all=below; session=a=b'],
    ['https://example.org/shopping', 'all=below; session=a=b'],
    ['https://badexample.org/', undefined],
    ['https://example.org.evil.example/', undefined],
  ] as const)('%s: %s', ([url, header]) => {
    expect(cookieHeader(readCookieFile(file(FILE)), new URL(url))).toBe(header);
  });
});

test.for([
  ['too few', 'example.com\tFALSE\t/\tFALSE\t0\tname'],
  ['no domain', 'a b\tFALSE\t/\tFALSE\t0\tname\tvalue'],
  ['a control character', 'example.com\tFALSE\t/\tFALSE\t0\tname\tsecret\u0007'],
  ['another cookie', 'example.com\tFALSE\t/\tFALSE\t0\tname\tsecret; b=c'],
] as const)('a line with %s prevents startup, without showing its value', ([, line]) => {
  const read = (): unknown => readCookieFile(file(`# first\n${line}`));
  expect(read).toThrow(/^line 2 of --cookie-file .* is not a cookie/);
  expect(read).not.toThrow(/secret/);
});

test('cookies are chosen for each redirect', async () => {
  await using other = await site({ '/': '<p>there' });
  await using page = await site({
    '/': (_request, response) =>
      response.writeHead(302, { location: other.origin.replace('site.test', 'other.test') }).end(),
  });
  const path = file('site.test\tFALSE\t/\tFALSE\t0\tid\t1');
  await using client = await connect(serve({ 'ignore-robots-txt': true, 'cookie-file': path }), {
    revision: '2026-07-28',
  });
  await client.request('tools/call', { name: 'fetch', arguments: { url: page.origin } });
  expect(page.requests[0]?.headers.cookie).toBe('id=1');
  expect(other.requests[0]?.headers).not.toHaveProperty('cookie');
});
