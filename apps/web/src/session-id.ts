import { read, write } from './local-storage.ts'

const KEY = 'session_id'

/** Fallback where storage is blocked: the id lasts until the page is left. */
let created: string | undefined

/** The id of this browser: random characters and the time in base 36. It counts visits and authenticates nothing. */
export function sessionId(): string {
  const stored = read(KEY) ?? created
  if (stored) return stored
  created = randomText() + Date.now().toString(36)
  write(KEY, created)
  return created
}

function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('')
}
