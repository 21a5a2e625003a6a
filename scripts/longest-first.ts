import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts what takes longest first: the tests of the whole project, which start servers and browsers. A fresh clone
 * has no record of how long each took; started last, they would be waited for alone.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ project }: TestSpecification) => project.name === 'project'
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
