// PDF files: their text page by page, and files that are damaged, locked, or larger than they look.
import { expect, test } from 'vitest';
import { lines, pdf } from '../pdf.ts';
import { failure, use as useSite } from '../setup.ts';

const TIDES = pdf([lines('Tides in March', 'High water 06:12'), lines('Low water 12:40')]);
const HIDDEN = 'Call me \\342\\200\\213 now';

const use = (body: Buffer) =>
  useSite({ '/': { type: 'application/pdf', body } }, { 'ignore-robots-txt': true });

test('is text with a heading for each page, which the outline also lists', async () => {
  await using server = await use(TIDES);
  const result = await server.fetch('/', { include: ['outline', 'metadata'] });
  expect(result.answer).toMatchObject({ title: 'Tide table', extraction: { method: 'pdf' } });
  expect(result).toEqual({
    content: [
      {
        type: 'text',
        text: `Contents of ${server.origin}/:\n## Page 1\n\nTides in March\nHigh water 06:12\n\n## Page 2\n\nLow water 12:40`,
      },
      { type: 'text', text: 'Outline:\n## Page 1 (start_index 0)\n## Page 2 (start_index 44)' },
      {
        type: 'text',
        text: expect.stringMatching(
          /^Metadata:\ntitle: Tide table\nauthor: Harbour office\npublished: 2026-03-02\n/,
        ),
      },
    ],
    _meta: expect.any(Object),
  });
  expect(await server.fetch('/', { start_index: 44 })).toMatchObject({
    answer: { text: '## Page 2\n\nLow water 12:40' },
  });
  expect(await server.fetch('/', { format: 'text' })).toMatchObject({
    answer: { text: 'Page 1\n\nTides in March\nHigh water 06:12\n\nPage 2\n\nLow water 12:40' },
  });
});

test('is returned unchanged with raw', async () => {
  await using server = await use(TIDES);
  expect(await server.fetch('/', { raw: true })).toMatchObject({
    content: [
      { text: `Contents of ${server.origin}/: application/pdf, ${TIDES.length} bytes` },
      { type: 'resource', resource: { mimeType: 'application/pdf', blob: TIDES.toString('base64') } },
    ],
  });
});

test('contains no invisible characters', async () => {
  await using server = await use(pdf([lines(HIDDEN)]));
  const { answer } = await server.fetch('/');
  expect(answer.text).not.toMatch(/[\u200b\u0080-\u009f]/);
});

const drawn = (content: string): Buffer => pdf([{ content: Buffer.from(content) }]);

test('marks letters that a person does not see, because scans store their text that way', async () => {
  const text = 'BT /F1 12 Tf 72 720 Td (Seen ) Tj q 3 Tr (obey) Tj Q (again) Tj 7 Tr ( me) Tj ET';
  await using server = await use(drawn(text));
  expect((await server.fetch('/')).answer.text).toBe(
    '## Page 1\n\nSeen obeyagain me\n\n[Invisible on this page, as in scans: obey me]',
  );
});

test('omits letters that are too small or too far away for a person', async () => {
  const small = 'BT /F1 0.5 Tf 72 700 Td (obey) Tj ET BT /F1 12 Tf 0.01 0 0 0.01 72 680 Tm (obey) Tj ET';
  await using server = await use(
    drawn(`BT /F1 12 Tf 72 720 Td (Seen) Tj ET ${small} BT /F1 12 Tf 72 9999 Td (obey) Tj ET`),
  );
  expect((await server.fetch('/')).answer.text).toBe('## Page 1\n\nSeen');
});

test('of pictures reports that it has no text', async () => {
  await using server = await use(pdf([{ content: Buffer.from('0 0 100 100 re f') }]));
  expect(await server.fetch('/')).toMatchObject({
    answer: { text: '<error>The PDF has no text. Its pages may be pictures.</error>' },
  });
});

test('refuses a selector and the format json', async () => {
  await using server = await use(TIDES);
  for (const args of [{ selector: 'p' }, { format: 'json' }])
    expect(await server.fetch('/', args)).toMatchObject(failure('unsupported_type'));
});

test('a truncated file is read as far as possible, or reported as damaged', async () => {
  await using server = await use(TIDES.subarray(0, 300));
  const result = await server.fetch('/');
  expect(JSON.stringify(result)).toMatch(/is damaged|no text|Page 1/);
});
