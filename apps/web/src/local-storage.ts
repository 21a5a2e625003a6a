// Storage of the browser without errors: it may be blocked or full, and pages must work all the same.

type Area = 'localStorage' | 'sessionStorage'

export function read(key: string, area: Area = 'localStorage'): string | null {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

/** A null value removes the key. */
export function write(key: string, value: string | null, area: Area = 'localStorage'): void {
  try {
    if (value === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, value)
  } catch {
    // The value is lost with the page.
  }
}

/** Calls a function now, when another tab has stored something, and when this page is shown again as it was left. */
export function followStored(update: () => void): void {
  update()
  addEventListener('storage', update)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) update()
  })
}

/** A stored list, without items that other code may have stored. */
export function readList<Item>(key: string, isItem: (value: unknown) => value is Item): Item[] {
  try {
    const list: unknown = JSON.parse(read(key) ?? '[]')
    return Array.isArray(list) ? list.filter(isItem) : []
  } catch {
    return []
  }
}

/** The keys that the public pages and the admin share. `theme.ts` has the key of the theme, too: it imports nothing. */
export const KEYS = {
  /** Of the session of the admin. */
  token: 'token',
  /** Random, for visits. */
  visitor: 'session_id',
  theme: 'theme',
  noticeViewed: 'analytics_notice_viewed',
} as const

/** Where storage is blocked, the id lasts until the page is left. One that is stored may be erased in another tab. */
let unstored: string | undefined

/** The id of this browser: random characters and the time in base 36. It counts visits and authenticates nothing. */
export function sessionId(): string {
  const stored = read(KEYS.visitor)
  if (stored) return stored
  const id = unstored ?? randomText() + Date.now().toString(36)
  write(KEYS.visitor, id)
  unstored = read(KEYS.visitor) === null ? id : undefined
  return id
}

/** The next visit gets another id. */
export function forgetSession(): void {
  unstored = undefined
  write(KEYS.visitor, null)
}

function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('')
}
