import { access, constants, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { formatBytes } from '@nightdesk/contracts/files'
import { diskSpace, ignoreMissing } from '@nightdesk/storage'
import { type CheckOf, fault, fine, hint } from '../finding.ts'
import type { SubjectWithoutDatabase } from '../subject.ts'

const MB = 1024 ** 2
const GB = 1024 ** 3

/** Below this, Postgres soon refuses to write. */
const LITTLE_SPACE = GB
/** A share of the volume below which it is time to think of more. */
const LITTLE_SHARE = 0.1

/** Server, worker and Postgres together take 400 MB at rest. */
const LITTLE_MEMORY = 512 * MB
const COMFORTABLE_MEMORY = GB

const data: CheckOf<SubjectWithoutDatabase> = async ({ settings: { data_dir } }) => {
  try {
    await access(data_dir, constants.R_OK | constants.W_OK)
    return fine(`${data_dir} can be.`)
  } catch {
    return fault(
      `${data_dir} cannot be.`,
      'Set DATA_DIR to a directory that belongs to the user who runs Nightdesk.',
    )
  }
}

const key: CheckOf<SubjectWithoutDatabase> = async ({ settings: { data_dir, has_secret } }) => {
  if (has_secret) return fine('It is JWT_SECRET, in the environment.')
  const path = join(data_dir, 'jwt.key')
  const file = await stat(path).catch(ignoreMissing)
  if (!file) return fine('It is made at the first start.')
  if ((file.mode & 0o077) === 0) return fine(`It is ${path}.`)
  return fault(`Others on this machine can read ${path}.`, `Run \`chmod 600 ${path}\`.`)
}

const disk: CheckOf<SubjectWithoutDatabase> = async ({ settings: { data_dir } }) => {
  const { available, total } = await diskSpace(data_dir)
  const found = `${formatBytes(available)} of ${formatBytes(total)} are free.`
  const advice = 'Delete what is not needed, or move DATA_DIR to a larger volume.'
  if (available < LITTLE_SPACE) return fault(found, advice)
  return available < total * LITTLE_SHARE ? hint(found, advice) : fine(found)
}

/** The limit of a container or a service counts, if there is one. */
const memory: CheckOf<SubjectWithoutDatabase> = async () => {
  const limit = process.constrainedMemory()
  const total = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  const found = `${formatBytes(total)}.`
  const advice = 'Give it at least 1 GB: uploads are decoded in memory.'
  if (total < LITTLE_MEMORY) return fault(found, advice)
  return total < COMFORTABLE_MEMORY ? hint(found, advice) : fine(found)
}

export const machine = { data, key, disk, memory }
