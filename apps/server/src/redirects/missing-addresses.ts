import { isOwnAddress, oldAddress } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { createMinuteTally } from '../minute-tally.ts'

/** Addresses that are counted per minute. A flood of others is not counted. */
const MAX_COUNTED = 500
/** Addresses in the database. Those that were asked for most are kept, then the latest. */
const MAX_STORED = 2_000
const MAX_LENGTH = 200

export type MissingAddresses = ReturnType<typeof createMissingAddresses>

/** Counts addresses that were asked for and not found. */
export function createMissingAddresses(db: Db, log: FastifyBaseLogger) {
  const { counted, set, flush } = createMinuteTally<Count>(
    log,
    'Addresses that were not found could not be counted',
    (counts) => store(db, counts),
  )
  return {
    note(address: string): void {
      const path = countedPath(address)
      if (path === undefined) return
      const known = counted.get(path)
      if (known || counted.size < MAX_COUNTED) set(path, { path, requests: (known?.requests ?? 0) + 1 })
    },
    flush,
  }
}

interface Count {
  path: string
  requests: number
}

/** Names that only programs ask for which look for holes: hidden files, scripts, archives, other systems’ administration. */
const PROBE =
  /\/\.|\.(php\d?|aspx?|jsp|cgi|env|sql|bak|old|zip|gz|tgz|rar|7z|ya?ml|ini|conf|log|pem|key)$|^\/(wp-(admin|login|json|includes|config)|xmlrpc|cgi-bin|vendor|phpmyadmin|actuator|solr|boaform|owa)(\/|$)/i
/** A code, such as that of a one-time link. */
const CODE = /\/(?=[^/]*\d)(?=[^/]*[a-z])[a-z\d]{20,}(\/|$)/i

/** What is counted of an address: nothing that could name a person or open something, and never a query but `?p=123`. */
function countedPath(address: string): string | undefined {
  if (address.length > MAX_LENGTH * 2 || PROBE.test(address.split('?', 1)[0] ?? '')) return undefined
  const path = oldAddress(address)
  const isCounted =
    path !== undefined &&
    path.length <= MAX_LENGTH &&
    !isOwnAddress(path) &&
    !/%40|@/.test(path) &&
    !CODE.test(path)
  return isCounted ? path : undefined
}

const store = (db: Db, counts: Count[]) =>
  db.transaction().execute(async (tx) => {
    // Servers that write the same rows wait for each other.
    await sql`select pg_advisory_xact_lock(hashtext('nightdesk missing addresses'))`.execute(tx)
    await sql`
      insert into missing_addresses (path, requests, last_at)
      select path, requests, now() from jsonb_to_recordset(${JSON.stringify(counts)}) counted (path text, requests integer)
      where path not in (select path from redirects)
      on conflict (path) do update set
        requests = least(missing_addresses.requests + excluded.requests, 1000000), last_at = now()`.execute(
      tx,
    )
    await sql`
      delete from missing_addresses
      where last_at < now() - interval '90 days' or path not in (
        select path from missing_addresses order by requests desc, last_at desc limit ${MAX_STORED}
      )`.execute(tx)
  })
