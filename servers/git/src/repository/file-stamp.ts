// Tells whether a file is still the one that was read.
import type { BigIntStats } from 'node:fs';

/** Differs when the file was written or replaced. */
export const toStamp = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
