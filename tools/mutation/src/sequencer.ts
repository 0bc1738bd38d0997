// The order of the test files: the first failure ends the run of a mutant, so it should come early.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The file that killed the previous mutant, then quick files. */
export class QuickFilesFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = (file: TestSpecification): number => {
      const last = this.ctx.cache.getTestSpecificationResult(file);
      return last === undefined || last.failed ? 0 : last.duration;
    };
    return Promise.resolve(files.toSorted((a, b) => cost(a) - cost(b)));
  }
}
