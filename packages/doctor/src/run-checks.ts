import { CHECKS, type Check, type CheckName } from '@nightdesk/contracts'
import {
  type CheckOf,
  carryOut,
  type Explain,
  namesOf,
  type Subject,
  type SubjectWithoutDatabase,
} from './check.ts'
import { databaseChecks } from './database.ts'
import { siteChecks, siteChecksWithoutDatabase } from './site.ts'
import { storage, storageChecks } from './storage.ts'

const withoutDatabase = { ...siteChecksWithoutDatabase, storage }

const checks: Record<CheckName, CheckOf> = {
  ...withoutDatabase,
  ...siteChecks,
  ...databaseChecks,
  ...storageChecks,
}

/** The checks of these names. Default: all of them, in their order */
export const runChecks = (
  subject: Subject,
  names: readonly CheckName[] = namesOf(CHECKS),
  reasonOf?: Explain<CheckName>,
): Promise<Check[]> => carryOut(checks, subject, names, reasonOf)

/** All checks that need no database. */
export const runChecksWithoutDatabase = (subject: SubjectWithoutDatabase): Promise<Check[]> =>
  carryOut<keyof typeof withoutDatabase, SubjectWithoutDatabase>(withoutDatabase, subject)
