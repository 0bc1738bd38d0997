// Sequencer: orders test files to fail early, because the first failure ends the run of a mutant.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs the file that killed the previous mutant first, then quick files. */
export class QuickFilesFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = (file: TestSpecification): number => {
      const last = this.ctx.cache.getTestSpecificationResult(file);
      return last === undefined || last.failed ? 0 : last.duration;
    };
    return Promise.resolve(files.toSorted((a, b) => cost(a) - cost(b)));
  }
}
