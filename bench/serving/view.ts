import type { Target } from './drive.ts'

/** The request that records a view. @param url of its route */
export const viewOf = (url: string, version_id: number): Target => ({
  url,
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  },
  body: JSON.stringify({ session_id: 'bench-visitor-1', version_id, referrer: null, user_agent: 'Firefox' }),
})
