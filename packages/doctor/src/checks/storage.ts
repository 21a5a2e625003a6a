import { formatBytes } from '@nightdesk/contracts/files'
import { installationMark, storageProblem, storedObjects } from '@nightdesk/db'
import { readOwner } from '@nightdesk/storage'
import { type CheckOf, fault, fine, hint } from '../finding.ts'
import { milliseconds } from '../milliseconds.ts'
import type { SubjectWithoutDatabase } from '../subject.ts'

/** Percent of the limit from which on uploads may soon be refused. */
const NEARLY_FULL = 90

export const storage: CheckOf<SubjectWithoutDatabase> = async (subject) => {
  const begun = performance.now()
  await subject.storage.check()
  return fine(`A file was written, read and deleted in ${milliseconds(begun)} ms.`)
}

const owner: CheckOf = async ({ db, storage }) => {
  const [mark, claimed, problem] = await Promise.all([
    installationMark(db),
    readOwner(storage),
    storageProblem(db),
  ])
  const advice =
    'Look whether S3_BUCKET or DATA_DIR is right; if so, `nightdesk storage claim` says that they are this site’s.'
  if (claimed !== null && claimed !== mark)
    return fault('Another database has claimed them, so none is deleted.', advice)
  return problem === null ? fine('They do.') : fault(problem, advice)
}

const files: CheckOf = async ({ db }) => {
  const { objects, missing } = await storedObjects(db)
  if (missing === 0) return fine(objects === 1 ? 'One file is there.' : `All ${objects} files are there.`)
  return fault(
    missing === 1 ? 'One file is missing.' : `${missing} files are missing.`,
    'Bring them back from a backup of the storage; their articles show no picture.',
  )
}

const room: CheckOf = async ({ db, settings: { storage_limit } }) => {
  const { bytes } = await storedObjects(db)
  if (storage_limit === 0) return fine(`${formatBytes(bytes)}, without a limit.`)
  const percent = Math.round((bytes / storage_limit) * 100)
  const found = `${formatBytes(bytes)} of ${formatBytes(storage_limit)} are used, ${percent} %.`
  const advice = 'Raise STORAGE_LIMIT_BYTES, or delete pictures that no story uses.'
  if (percent >= 100) return fault(found, advice)
  return percent >= NEARLY_FULL ? hint(found, advice) : fine(found)
}

export const storageChecks = { owner, files, room }
