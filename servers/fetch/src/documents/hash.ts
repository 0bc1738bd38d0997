// Short names for contents: 64 bits of SHA-256, enough to tell versions of one document apart.
import { createHash } from 'node:crypto';

/** 16 hexadecimal digits. */
export const shortHash = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);
