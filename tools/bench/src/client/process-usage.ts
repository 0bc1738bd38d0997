// Resources that a process has used, from /proc, so that the process does not measure itself.
import { readFileSync, readdirSync } from 'node:fs';

/** Returns the CPU time of all threads, user and system, in microseconds. Its counters are precise to nanoseconds. */
export function cpuMicroseconds(pid: number): number {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const schedstat = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'latin1');
    nanoseconds += Number(schedstat.split(' ', 1)[0]);
  }
  return nanoseconds / 1000;
}

/** Returns exact resident memory in megabytes; /proc/<pid>/status is approximate on new kernels. */
export function residentMegabytes(pid: number): number {
  const match = /^Rss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'));
  if (match === null) throw new Error(`No memory figure for process ${pid}`);
  return Number(match[1]) / 1024;
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
  );
}

/** Returns the CPU time of exited children in milliseconds, precise to a clock tick. */
function endedChildrenMilliseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')')).split(' ');
  const millisecondsPerTick = 10;
  return (Number(fields[14]) + Number(fields[15])) * millisecondsPerTick;
}

/** Returns the CPU time of a process and all its children in milliseconds. */
export function familyMilliseconds(pid: number): number {
  return childrenOf(pid)
    .map(familyMilliseconds)
    .reduce((sum, ms) => sum + ms, cpuMicroseconds(pid) / 1000 + endedChildrenMilliseconds(pid));
}
