// The end of the pipe in the process of a database. It waits and writes without the event loop: there is nothing else to do.
import { readSync, writeSync } from 'node:fs';
import { CHANNEL_FD, FrameReader, toFrame, type Frame } from '../frames.ts';

const CHUNK_BYTES = 65_536;

const chunk = new Uint8Array(CHUNK_BYTES);
const reader = new FrameReader();
const waiting: Frame[] = [];

/** Waits for the next message. Undefined when the server has closed the pipe. */
export const receive = (): Frame | undefined => {
  while (waiting.length === 0) {
    const length = readChunk();
    if (length === 0) return undefined;
    waiting.push(...reader.push(chunk.subarray(0, length)));
  }
  return waiting.shift();
};

// On Windows the end of a pipe is an error.
const readChunk = (): number => {
  try {
    return readSync(CHANNEL_FD, chunk);
  } catch {
    return 0;
  }
};

/** Sends a message. Waits until the server has taken it. */
export const send = (head: unknown, parts: readonly Uint8Array[] = []): void => {
  for (const bytes of joined(toFrame(head, parts)))
    for (let at = 0; at < bytes.length;) at += writeSync(CHANNEL_FD, bytes, at);
};

// To write wakes the server, which takes longer than to copy a few bytes.
const joined = (frame: readonly Uint8Array[]): readonly Uint8Array[] => {
  const size = frame.reduce((sum, { length }) => sum + length, 0);
  return size <= CHUNK_BYTES ? [Buffer.concat(frame, size)] : frame;
};
