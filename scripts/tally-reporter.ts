import { writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** The result of a test run. */
export interface Tally {
  passed: number
  /** One line each. */
  failures: string[]
}

/** In the name of a test that is skipped because a program is missing. */
const MISSING = 'apt-get install'

/** Writes the tally of a run to a file. An error outside of a test is a failure too. */
export class TallyReporter implements Reporter {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  async onTestRunEnd(modules: readonly TestModule[], outside: readonly SerializedError[]) {
    const tallies = modules.map(tallyOf)
    const tally: Tally = {
      passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
      failures: [
        ...tallies.flatMap(({ failures }) => failures),
        ...outside.map(({ message, VITEST_TEST_PATH: file }) =>
          failure(`outside of a test, in ${file}`, message),
        ),
      ],
    }
    await writeFile(this.#file, JSON.stringify(tally))
  }
}

function tallyOf(module: TestModule): Tally {
  const file = relative(process.cwd(), module.moduleId)
  const broken = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())
  const missing = process.env.CI
    ? [...module.children.allTests('skipped')].filter(({ fullName }) => fullName.includes(MISSING))
    : []
  const failed = [...module.children.allTests('failed')]
  return {
    passed: [...module.children.allTests('passed')].length,
    failures: [
      ...broken.map(({ message }) => failure(file, message)),
      ...failed.map((test) => failure(`${file} › ${test.fullName}`, test.result().errors?.[0]?.message)),
      ...missing.map((test) =>
        failure(`${file} › ${test.fullName}`, 'skipped, although CI installs the program'),
      ),
    ],
  }
}

/** A failure in one line: its place, and the beginning of its error. */
export function failure(where: string, message = 'no message'): string {
  const [first] = stripVTControlCharacters(message).split('\n')
  return `${where}: ${first}`
}
