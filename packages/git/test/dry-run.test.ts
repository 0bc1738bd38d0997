// Types limit what a dry run can do: `tsc` checks this file, and fails if a line that must not compile does.
import { expectTypeOf, test } from 'vitest';
import type { Read, ReadingWork, Run, Work } from '../src/process/work.ts';
import type { Repository } from '../src/repository.ts';

type Name<W extends Work> = W['name'];

test('a dry run can only run read-only commands', () => {
  type Attempted = Parameters<Parameters<Repository['attempt']>[0]>;
  expectTypeOf<Attempted>().toEqualTypeOf<[read: Read]>();
  // A writer may also read, but not vice versa.
  expectTypeOf<Run>().toExtend<Read>();
  expectTypeOf<Read>().not.toExtend<Run>();
  expectTypeOf<Name<ReadingWork>>().not.toEqualTypeOf<string>();
  for (const name of ['reset', 'commit', 'checkout', 'update-ref', 'merge', 'branch', 'hash-object'] as const)
    expectTypeOf<{ readonly name: typeof name }>().not.toExtend<ReadingWork>();
  expectTypeOf<{ name: 'add'; options: ['--verbose'] }>().not.toExtend<ReadingWork>();
  expectTypeOf<{ name: 'add'; options: ['--dry-run', '--verbose'] }>().toExtend<ReadingWork>();
  expectTypeOf<{ name: 'apply'; options: ['--cached', '--check'] }>().not.toExtend<ReadingWork>();
  expectTypeOf<{ name: 'diff' }>().toExtend<ReadingWork>();
});

test('reads outside a change accept read-only commands only', () => {
  expectTypeOf<Parameters<Repository['read']>[0]>().toEqualTypeOf<ReadingWork>();
  expectTypeOf<Parameters<Repository['stream']>[0]>().toEqualTypeOf<ReadingWork>();
});
