// The order of the test files.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Projects in the order of their number of files. The last ones to run are then many short files, so that all workers
 * end at about the same time.
 */
export class FewFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const counts = new Map<string, number>();
    for (const { project } of files) counts.set(project.name, (counts.get(project.name) ?? 0) + 1);
    const count = ({ project }: TestSpecification): number => counts.get(project.name) ?? 0;
    const usual = await super.sort.call(this, files);
    return usual.toSorted((a, b) => count(a) - count(b));
  }
}
