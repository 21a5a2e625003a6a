/** One violation without personal data: no address, no sample, no browser. */
export interface Violation {
  area: 'admin' | 'public'
  directive: string
  blocked: string
}

const MAX_AT_ONCE = 10
const DIRECTIVE = /^[a-z-]{1,40}$/
const WORD = /^[a-z-]{1,40}$/

/** The violations in a body as browsers send it: one for `report-uri`, a list for `report-to`. */
export function readReport(body: unknown): Violation[] {
  const entries = Array.isArray(body) ? body : [body]
  return entries.slice(0, MAX_AT_ONCE).flatMap((entry) => readEntry(entry) ?? [])
}

function readEntry(entry: unknown): Violation | undefined {
  const old = fieldsOf(fieldsOf(entry)['csp-report'])
  const own = fieldsOf(fieldsOf(entry).body)
  const directive = textOf(
    own.effectiveDirective ?? old['effective-directive'] ?? old['violated-directive'],
  ).split(' ')[0]
  if (!directive || !DIRECTIVE.test(directive)) return undefined
  const page = textOf(own.documentURL ?? old['document-uri'])
  return { area: areaOf(page), directive, blocked: blockedOf(textOf(own.blockedURL ?? old['blocked-uri'])) }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // checked to be an object

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const areaOf = (page: string) =>
  /^\/admin(?![^/])/.test(URL.parse(page)?.pathname ?? '') ? 'admin' : 'public'

/** Only the origin of an address, and only the kind of a browser extension. */
function blockedOf(blocked: string): string {
  if (WORD.test(blocked)) return blocked
  const url = URL.parse(blocked)
  if (!url) return 'unknown'
  return /^https?:$/.test(url.protocol) ? url.origin.slice(0, 200) : url.protocol.slice(0, 40)
}
