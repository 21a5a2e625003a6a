// Local storage without errors: it may be blocked or full, and pages must work all the same.

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** A null value removes the key. */
export function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The value is lost with the page.
  }
}

/** In local storage. */
export const SESSION_KEY = 'session_id'

/** Fallback where storage is blocked: the id lasts until the page is left. */
let created: string | undefined

/** The id of this browser: random characters and the time in base 36. It counts visits and authenticates nothing. */
export function sessionId(): string {
  const stored = read(SESSION_KEY) ?? created
  if (stored) return stored
  created = randomText() + Date.now().toString(36)
  write(SESSION_KEY, created)
  return created
}

/** The next visit gets another id. */
export function forgetSession(): void {
  created = undefined
  write(SESSION_KEY, null)
}

function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('')
}
