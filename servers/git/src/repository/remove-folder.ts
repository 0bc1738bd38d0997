// Takes away a folder that another process is emptying at the same time.
import { existsSync, rmSync } from 'node:fs';

// Each of them gets further, or finds nothing left.
const ATTEMPTS = 1000;

/**
 * Removes a folder with all that is in it, also while git takes its own files away there: `rmSync` of Node.js 24 stops where a
 * file is gone before it comes to it, and does not say so.
 */
export const removeFolder = (path: string): void => {
  for (let attempt = 0; attempt < ATTEMPTS && existsSync(path); attempt++)
    rmSync(path, { recursive: true, force: true, maxRetries: 5 });
};
