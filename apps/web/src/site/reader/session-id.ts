import { read, write } from './storage.ts'

const KEY = 'session_id'

/** Where storage is blocked, the reader is the same one until the page is left. */
let made: string | undefined

/** Who reads, as far as we know: random characters and the moment in base 36. Made once and kept. */
export function sessionId(): string {
  const kept = read(KEY) ?? made
  if (kept) return kept
  made = randomText() + Date.now().toString(36)
  write(KEY, made)
  return made
}

function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('')
}
