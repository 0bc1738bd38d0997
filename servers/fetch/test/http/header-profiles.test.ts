import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headersFor, readHeaderFile } from '../../src/http/header-profiles.ts';
import { folderOfFile } from '../setup.ts';

const folder = folderOfFile();

const write = (content: string): string => {
  const path = join(folder, 'headers.json');
  writeFileSync(path, content);
  return path;
};

test('headers of the nearest domain, over TLS unless the operator says http', () => {
  const profiles = readHeaderFile(
    write(
      '{"Example.com": {"Authorization": "a"}, "api.example.com": {"x-key": "b"}, "http://plain.test": {"x": "c"}}',
    ),
  );
  const of = (url: string) => headersFor(profiles, new URL(url));
  expect(of('https://example.com/')).toEqual({ authorization: 'a' });
  expect(of('https://www.example.com:8443/')).toEqual({ authorization: 'a' });
  expect(of('https://v1.api.example.com/')).toEqual({ 'x-key': 'b' });
  expect(of('http://example.com/')).toEqual({});
  expect(of('https://example.com.evil.test/')).toEqual({});
  expect(of('https://notexample.com/')).toEqual({});
  expect(of('http://plain.test/')).toEqual({ x: 'c' });
  expect(of('https://plain.test/')).toEqual({ x: 'c' });
});

test.each([
  ['[]', 'must be a JSON object'],
  ['secret', 'is not JSON'],
  ['{"a.test": "secret"}', 'the headers of a.test must be an object'],
  ['{"a.test/x": {}}', 'must be a domain only'],
  ['{"a b": {}}', 'is not a domain'],
  ['{"a.test": {"x": "secret\\r\\nevil: 1"}}', 'the value of "x" must be a string on one line'],
  ['{"a.test": {"x": ["secret"]}}', 'the value of "x" must be a string on one line'],
  ['{"a.test": {"x y": "secret"}}', 'the header "x y" cannot be set'],
  ['{"a.test": {"Host": "secret"}}', 'the header "Host" cannot be set'],
])('%s', (content, message) => {
  const read = (): unknown => readHeaderFile(write(content));
  expect(read).toThrow(message);
  expect(read).not.toThrow('secret');
});

test('a missing file is reported', () => {
  expect(() => readHeaderFile(join(folder, 'none.json'))).toThrow('cannot be read');
});
