/** The display name of a referrer's origin. An empty origin means that the referrer is unknown. */
export function referrerName(origin: string): string {
  if (origin === '') return 'Direct or unknown'
  return origin === location.origin ? 'This site' : origin.replace(/^https?:\/\//, '')
}
