import { abandonedPurges } from '@nightdesk/db'
import { type CheckOf, fault, fine, hint } from '../finding.ts'
import type { SubjectWithoutDatabase } from '../subject.ts'

/** Only this machine reaches them, so nothing is sent over a network. */
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const address: CheckOf<SubjectWithoutDatabase> = async ({ settings: { url } }) => {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:') return fine(`It is at ${url}.`)
  if (LOCAL.test(hostname))
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
  const { openMailServer } = await import('../mail-server.ts')
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

export const outside = { address, mail }
export const between = { proxy, cdn }
