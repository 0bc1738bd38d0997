// Frames: what is sent arrives, however the bytes are cut on the way.
import { expect, test } from 'vitest';
import { FrameReader, toFrame, type Frame } from '../src/frames.ts';

const MESSAGES = [
  { head: { ready: true }, parts: [] },
  { head: { answer: ['é😀', null] }, parts: ['[[1,"a"]]', ''] },
  { head: 'plain', parts: ['x'.repeat(100)] },
];

const BYTES = Buffer.concat(
  MESSAGES.flatMap(({ head, parts }) =>
    toFrame(
      head,
      parts.map((part) => Buffer.from(part)),
    ),
  ),
);

const readable = ({ head, parts }: Frame) => ({ head, parts: parts.map(String) });

test.each([1, 2, 7, 8, 9, 64, BYTES.length])('in chunks of %i bytes', (size) => {
  const reader = new FrameReader();
  const frames: Frame[] = [];
  const chunk = Buffer.alloc(size);
  for (let at = 0; at < BYTES.length; at += size) {
    // The chunk is used again, like that of a pipe.
    const length = BYTES.copy(chunk, 0, at, at + size);
    frames.push(...reader.push(chunk.subarray(0, length)));
  }
  expect(frames.map(readable)).toEqual(MESSAGES);
});

test('a length that cannot be true is refused before there is memory for it', () => {
  expect(() => new FrameReader().push(Buffer.alloc(9, 0xff))).toThrow(RangeError);
});
