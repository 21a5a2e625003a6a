// The one place that touches what the browser remembers about who is signed in.

const TOKEN = 'token'
const USERNAME = 'username'
const SESSION_ID = 'session_id'

interface SignedIn {
  token: string
  username: string
}

export const readToken = () => localStorage.getItem(TOKEN)

/** The e-mail address of whoever is signed in. */
export const readUsername = () => localStorage.getItem(USERNAME)

export function storeSession({ token, username }: SignedIn) {
  localStorage.setItem(TOKEN, token)
  storeUsername(username)
}

export function storeUsername(username: string) {
  localStorage.setItem(USERNAME, username)
}

export function clearSession() {
  localStorage.removeItem(TOKEN)
  localStorage.removeItem(USERNAME)
}

/** Random letters and a base-36 time, made once and kept. It counts visits and proves nothing. */
export function sessionId(): string {
  const stored = localStorage.getItem(SESSION_ID)
  if (stored) return stored
  const random = crypto.randomUUID().replaceAll('-', '').slice(0, 13)
  const created = random + Date.now().toString(36)
  localStorage.setItem(SESSION_ID, created)
  return created
}

/** The headers of every admin call. */
export function sessionHeaders(): Record<string, string> {
  const token = readToken()
  return { 'X-Session-ID': sessionId(), ...(token && { Authorization: `Bearer ${token}` }) }
}

const ended = new EventTarget()

/**
 * Ends the session a refused call was made with. Does nothing when another tab has signed in again since:
 * the answer then concerns a token that is no longer in use.
 */
export function endSession(refusedToken: string | null) {
  if (readToken() !== refusedToken) return
  localStorage.removeItem(TOKEN)
  ended.dispatchEvent(new Event('ended'))
}

/** Calls back when a session ends without being asked to: refused by the server, or signed out in another tab. */
export function onSessionEnded(callback: () => void) {
  ended.addEventListener('ended', callback)
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === TOKEN && newValue === null) callback()
  })
}
