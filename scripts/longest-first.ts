import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs trials first, as they start servers and browsers and take longest. A fresh clone has no
 * recorded durations, and would run them last and alone.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ project }: TestSpecification) => project.name === 'trials'
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
