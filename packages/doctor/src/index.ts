export { ALL_CHECKS, runChecks, runChecksWithoutDatabase } from './run-checks.ts'
export type { Subject } from './subject.ts'
