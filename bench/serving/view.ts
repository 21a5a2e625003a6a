import type { Target } from './drive.ts'

/** Of a browser, as the view of a robot is not counted. */
export const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }

/** The request that records a view. @param url of its route */
export const viewOf = (url: string, version_id: number): Target => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json', ...BROWSER },
  body: JSON.stringify({ session_id: 'bench-visitor-1', version_id, referrer: null, user_agent: 'Firefox' }),
})
