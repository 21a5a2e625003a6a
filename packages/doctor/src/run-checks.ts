import { CHECKS, type Check, type CheckName } from '@nightdesk/contracts'
import type { Subject, SubjectWithoutDatabase } from './check.ts'
import { type CheckOf, type Finding, fault } from './check.ts'
import { databaseChecks, work } from './database.ts'
import { between, machine, outside, people, policy } from './site.ts'
import { backups, storage, storageChecks, wal } from './storage.ts'

const withoutDatabase = { ...outside, ...machine, storage }

const checks: Record<CheckName, CheckOf> = {
  ...withoutDatabase,
  ...databaseChecks,
  ...storageChecks,
  ...work,
  ...between,
  ...people,
  policy,
  backups,
  wal,
}

/** All of them, in their order. */
export const ALL_CHECKS = Object.keys(CHECKS) as CheckName[] // Object.keys loses the names

/** The reason why a check could not be carried out, in a sentence. */
export type Explain<Name> = (error: unknown, name: Name) => string

/** The checks of these names. */
export const runChecks = (
  subject: Subject,
  names: readonly CheckName[],
  explain: Explain<CheckName>,
): Promise<Check[]> =>
  carryOut(
    names.map((name) => ({ name, run: () => checks[name](subject) })),
    explain,
  )

/** All checks that need no database. */
export const runChecksWithoutDatabase = (
  subject: SubjectWithoutDatabase,
  explain: Explain<CheckName>,
): Promise<Check[]> =>
  carryOut(
    Object.entries(withoutDatabase).map(([key, check]) => ({
      name: key as keyof typeof withoutDatabase, // Object.entries loses the names
      run: () => check(subject),
    })),
    explain,
  )

interface Attempt<Name> {
  name: Name
  run(): Promise<Finding | null>
}

/** Tries everything in parallel, and leaves out what cannot be known here. */
export async function carryOut<Name extends string>(
  attempts: Attempt<Name>[],
  explain: Explain<Name>,
): Promise<(Finding & { name: Name })[]> {
  const found = await Promise.all(
    attempts.map(async ({ name, run }) => {
      try {
        const finding = await run()
        return finding ? [{ name, ...finding }] : []
      } catch (error) {
        return [{ name, ...fault('It could not be reached.', explain(error, name)) }]
      }
    }),
  )
  return found.flat()
}
