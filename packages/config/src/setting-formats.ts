import { z } from 'zod'
import { kindOfHost } from './cdn-kind.ts'

/** A whole number between two bounds, both included. */
export const wholeNumber = (fallback: number, min: number, max: number) =>
  wholeNumberBetween(min, max).default(fallback)

/** The same without a default. */
export const wholeNumberBetween = (min: number, max: number) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)

/** The same, or `auto`. */
export const autoOr = (number: ReturnType<typeof wholeNumberBetween>) => z.union([z.literal('auto'), number])

/** The address of a server, without a path or a slash at the end: nothing here can be served below a path. */
export const origin = z
  .string()
  .refine(isOrigin, 'must be a web address without a path, such as https://example.org')
  .transform((address) => new URL(address).origin)

/** Where a CDN takes purges. A token has its own setting, as addresses are logged; it is sent to these two by TLS only. */
export const cdnAddress = z
  .string()
  .refine(
    isCdnAddress,
    'must be a web address without a user, such as https://api.fastly.com/service/SERVICE/purge',
  )

/** Entries between commas. Blank entries are ignored. */
export const list = z.string().transform((text) => text.split(',').flatMap((entry) => entry.trim() || []))

const network = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.enum(['loopback', 'linklocal', 'uniquelocal'])],
  'must be off, or networks such as 10.0.0.0/8 or loopback, between commas',
)

/** Networks between commas; `off` is an empty list. */
export const networks = list
  .transform((entries) => (entries.join() === 'off' ? [] : entries))
  .pipe(z.array(network))

export const databaseUrl = z
  .string('must be set: the address of a Postgres database')
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')

export const secret = z.string().min(32, 'must be at least 32 bytes long')

export const timezone = z.string().refine(isTimezone, 'must be a time zone such as Africa/Nairobi')

function isOrigin(text: string) {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

function isCdnAddress(text: string) {
  const url = URL.parse(text)
  if (url === null || url.username || url.password || url.hash) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && kindOfHost(text) === 'varnish')
}

/**
 * UTC and names with a slash, which Intl and Postgres read alike: `BST` is Dhaka for one and London for the other, and an
 * offset such as `+05:00` is east of UTC for one and west of it for the other.
 */
function isTimezone(name: string) {
  try {
    return (
      (name === 'UTC' || /^\w.*\//.test(name)) &&
      Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
    )
  } catch {
    return false // Intl throws a RangeError for an unknown name
  }
}

export const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name: 3 to 63 of a-z, 0-9, "." and "-"')
