import { LANGUAGE } from '@nightdesk/contracts'
import type { SiteSettings } from '@nightdesk/web/server-api'

/** RFC 9116 requires an expiry less than a year away. */
const MONTHS = 6

/** How to report a vulnerability. Expires on the first day of a month half a year away, so that it changes once a month. */
export function securityTxt({ url }: SiteSettings, contact: string, month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const expires = new Date(Date.UTC(year, number - 1 + MONTHS, 1))
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${LANGUAGE}`,
    `Canonical: ${url}/.well-known/security.txt`,
    '',
  ].join('\n')
}
