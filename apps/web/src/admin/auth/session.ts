import { sessionId } from '../../session-id.ts'

// The one place that touches what the browser remembers about who is signed in.

const TOKEN = 'token'
const USERNAME = 'username'

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

/** The id of whoever is signed in, as the token names it; null when nobody is. */
export function readUserId(): number | null {
  const [, claims = ''] = (readToken() ?? '').split('.')
  try {
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: string }
    return Number(sub) || null
  } catch {
    return null // not a token of ours: the server refuses it
  }
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

let staysOpen: (() => boolean) | undefined

/**
 * A page that holds unsaved work asks for sign-in itself: while `takesOver` answers true, it is not left when the
 * session ends. @returns what undoes it
 */
export function keepPageOpen(takesOver: () => boolean): () => void {
  staysOpen = takesOver
  return () => {
    if (staysOpen === takesOver) staysOpen = undefined
  }
}

/** Why a session ended without being asked to: refused by the server, or signed out in another tab. */
export type EndOfSession = 'refused' | 'elsewhere'

export function onSessionEnded(callback: (why: EndOfSession) => void) {
  const end = (why: EndOfSession) => {
    if (!staysOpen?.()) callback(why)
  }
  ended.addEventListener('ended', () => end('refused'))
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === TOKEN && newValue === null) end('elsewhere')
  })
}

/** Calls back when somebody signs in, in another tab. @returns what undoes it */
export function onSignedIn(callback: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === TOKEN && newValue !== null) callback()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
