// LimitedPool script: its jobs take as long as the test says.
import { setTimeout as delay } from 'node:timers/promises';
import { limitProcess } from '../../src/limited-process.ts';

const limited = limitProcess();

/** The input of a job. */
export interface Job {
  readonly text: string;
  readonly takesMs?: number;
  /** Answers even if the pool ends the process. */
  readonly isStubborn?: boolean;
}

/** The text length, and the process that counted it. */
export interface Counted {
  readonly length: number;
  readonly pid: number;
}

export const work = ({ text, takesMs = 0, isStubborn = false }: Job): Promise<Counted> =>
  limited(async () => {
    if (isStubborn) process.on('SIGTERM', () => {});
    await delay(takesMs);
    return { length: text.length, pid: process.pid };
  });
