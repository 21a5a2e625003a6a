import type { SignedIn } from '@nightdesk/contracts'
import { KEYS, read, sessionId, write } from '../../local-storage.ts'

// The only module that writes the session of the admin in local storage.

const USERNAME = 'username'

export const readToken = () => read(KEYS.token)

/** The e-mail address of the signed-in user. */
export const readUsername = () => read(USERNAME)

export function storeSession({ token, username }: Pick<SignedIn, 'token' | 'username'>) {
  write(KEYS.token, token)
  storeUsername(username)
}

export function storeUsername(username: string) {
  write(USERNAME, username)
}

export function clearSession() {
  // First, as it tells other tabs that this is no refusal.
  write(USERNAME, null)
  write(KEYS.token, null)
}

/** The id of the signed-in user, read from the token; null without one. */
export const readUserId = () => userOf(readToken() ?? '')

function userOf(token: string): number | null {
  const [, claims = ''] = token.split('.')
  try {
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: string }
    return Number(sub) || null
  } catch {
    return null // a foreign token: the server will refuse it
  }
}

export function sessionHeaders(): Record<string, string> {
  const token = readToken()
  return { 'X-Session-ID': sessionId(), ...(token && { Authorization: `Bearer ${token}` }) }
}

const ended = new EventTarget()

/**
 * Ends the session that a refused call was made with. Ignored when another tab has signed in since, because the refused
 * token is no longer in use.
 */
export function endSession(refusedToken: string | null) {
  if (readToken() !== refusedToken) return
  write(KEYS.token, null)
  ended.dispatchEvent(new Event('ended'))
}

/** The token of a user whose role needs a second factor before anything else. */
let enrolling: string | null = null

export function requireEnrolment() {
  enrolling = readToken()
  ended.dispatchEvent(new Event('enrolment'))
}

export function completeEnrolment() {
  enrolling = null
}

/** Whether the session goes on, but the server refuses everything until there is a second factor. */
export const mustEnrol = () => enrolling !== null && enrolling === readToken()

let staysOpen: (() => boolean) | undefined

/**
 * Lets a page with unsaved changes ask for sign-in or enrolment itself: while `takesOver` returns true, the end of the
 * session does not navigate away.
 * @returns a function that removes it
 */
export function keepPageOpen(takesOver: () => boolean): () => void {
  staysOpen = takesOver
  return () => {
    if (staysOpen === takesOver) staysOpen = undefined
  }
}

/** Why a session ended: refused by the server, or signed out in another tab. */
export type EndOfSession = 'refused' | 'elsewhere'

export function onSessionEnded(callback: (why: EndOfSession) => void) {
  const end = (why: EndOfSession) => {
    if (!staysOpen?.()) callback(why)
  }
  ended.addEventListener('ended', () => end('refused'))
  onTokenStored((token) => token === null && end(readUsername() === null ? 'elsewhere' : 'refused'))
}

/** Called after another user has signed in in another tab. */
export const onUserReplaced = (callback: () => void) =>
  onTokenStored((token, before) => {
    const isReplaced = token !== null && before !== null && userOf(token) !== userOf(before)
    if (isReplaced && !staysOpen?.()) callback()
  })

export const onEnrolmentRequired = (callback: () => void) =>
  ended.addEventListener('enrolment', () => !staysOpen?.() && callback())

/** Called after a sign-in in another tab. @returns a function that unsubscribes */
export const onSignedIn = (callback: () => void) => onTokenStored((token) => token !== null && callback())

/** Called after another tab has stored or removed the token. @returns a function that unsubscribes */
function onTokenStored(callback: (token: string | null, before: string | null) => unknown): () => void {
  const listen = ({ key, newValue, oldValue }: StorageEvent) =>
    key === KEYS.token && callback(newValue, oldValue)
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
