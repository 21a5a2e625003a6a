import type { SiteSettings } from '@nightdesk/web/server-api'
import { LANGUAGE } from '../pages/language.ts'

/** RFC 9116 asks for an end less than a year away. */
const MONTHS = 6

/** Whom to tell of a hole, until the first day of a month half a year away. The same for a whole month. */
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
