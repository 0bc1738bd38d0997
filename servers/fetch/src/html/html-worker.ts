// The script of an HTML thread: takes pages, answers with their text.
import { parentPort } from 'node:worker_threads';
import type { PageJob } from './page.ts';
import { readPage } from './read-page.ts';

parentPort?.on('message', (job: PageJob) => parentPort?.postMessage(readPage(job), []));
