// Short names for contents: 64 bits of SHA-256, enough to tell versions of one document apart.
import { hash } from 'node:crypto';

/** 16 hexadecimal digits. */
export const shortHash = (content: string | Uint8Array): string =>
  hash('sha256', content, 'hex').slice(0, 16);
