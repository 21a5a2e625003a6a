import { access, constants, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { formatBytes } from '@nightdesk/contracts/files'
import { abandonedPurges, countRows } from '@nightdesk/db'
import { diskSpace, ignoreMissing } from '@nightdesk/storage'
import { sql } from 'kysely'
import { type CheckOf, fault, fine, hint, isLocal, type SubjectWithoutDatabase } from './check.ts'

const address: CheckOf<SubjectWithoutDatabase> = async ({ settings: { url } }) => {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:') return fine(`It is at ${url}.`)
  if (isLocal(hostname))
    return hint(
      `It is at ${url}, for this machine alone.`,
      'Set SITE_URL to its public address before others read it.',
    )
  return fault(
    `It is at ${url}: passwords can be read on the way.`,
    'Put a proxy with TLS in front of it, as deploy/ does, and set SITE_URL to its https address.',
  )
}

const proxy: CheckOf = async ({ proxies }) => {
  if (!proxies) return null
  const address = proxies.untrusted()
  if (address === null) return fine('No proxy was seen that TRUST_PROXY does not name.')
  return fault(
    `A proxy at ${address} sends X-Forwarded-For, and TRUST_PROXY does not name it, or the header names no address: all who come through it count as one.`,
    'Name its network in TRUST_PROXY, and let it send addresses.',
  )
}

const mail: CheckOf<SubjectWithoutDatabase> = async ({ settings: { smtp_url } }) => {
  if (!smtp_url)
    return hint(
      'No mail server is set.',
      'Set SMTP_URL, so that people can reset their passwords themselves; without it, `nightdesk user reset-password` does.',
    )
  const { host } = new URL(smtp_url)
  // Its library is loaded only where it is used.
  const { openMailServer } = await import('./mail-server.ts')
  try {
    await openMailServer(smtp_url).verify()
    return fine(`${host} accepts them.`)
  } catch (error) {
    const { message } = error as Error // nodemailer throws nothing else
    return fault(`${host}: ${message}.`, 'Correct SMTP_URL, or ask who runs the mail server.')
  }
}

const cdn: CheckOf = async ({ db, settings: { has_cdn } }) => {
  if (!has_cdn) return fine('There is none.')
  const { length } = await abandonedPurges(db)
  if (length === 0) return fine('All of them.')
  return fault(
    length === 1 ? 'One purge was given up.' : `${length} purges were given up.`,
    'Look at the job Purge CDN, and correct CDN_PURGE_URL and CDN_PURGE_TOKEN; the next purge then drops everything.',
  )
}

const MB = 1024 ** 2
const GB = 1024 ** 3

/** Below this, Postgres soon refuses to write. */
const LITTLE_SPACE = GB
/** A share of the volume below which it is time to think of more. */
const LITTLE_SHARE = 0.1

/** Server, worker and Postgres together take 400 MB at rest. */
const LITTLE_MEMORY = 512 * MB
const COMFORTABLE_MEMORY = GB

const data: CheckOf<SubjectWithoutDatabase> = async ({ settings: { data_dir, has_secret, backups } }) => {
  // Servers then store nothing there.
  if (has_secret && backups.uploads_bucket !== null) return null
  try {
    // The slash refuses a file.
    await access(`${data_dir}/`, constants.R_OK | constants.W_OK)
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

export const siteChecksWithoutDatabase = { address, mail, data, key, disk, memory }

const admin: CheckOf = async ({ db }) => {
  const active = db.selectFrom('users').where('role', '=', 'admin').where('status', '=', 'active')
  const admins = await countRows(active.where('password_hash', 'is not', null))
  if (admins === 0)
    return fault(
      'No admin is active.',
      'Follow the link that the server prints when it starts, or run `nightdesk user create`.',
    )
  return fine(admins === 1 ? 'One admin is active.' : `${admins} admins are active.`)
}

const SHOWN = 3

/** Summarises the browser reports of the last week in a sentence. */
const policy: CheckOf = async ({ db }) => {
  const { rows } = await sql<{
    area: string
    directive: string
    blocked: string
    reports: number
    total: number
  }>`
    select area, directive, blocked, sum(reports) as reports, sum(sum(reports)) over () as total
    from policy_reports where day > current_date - 7
    group by area, directive, blocked order by reports desc, directive, blocked limit ${SHOWN}`.execute(db)
  if (rows.length === 0) return fine('No browser has reported one in the last week.')
  const kinds = rows.map(
    ({ area, directive, blocked, reports }) =>
      `${directive} stopped ${blocked} on ${area} pages (${reports})`,
  )
  const total = rows[0]?.total ?? 0
  return fault(
    `${total} reported in the last week: ${kinds.join(', ')}.`,
    'Remove what injects it, such as a browser extension or a proxy; if nothing does, report it as a bug.',
  )
}

export const siteChecks = { proxy, cdn, admin, policy }
