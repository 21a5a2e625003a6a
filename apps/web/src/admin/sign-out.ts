import { useNavigate } from 'react-router'
import { api } from '../api.ts'
import { paths } from '../paths.ts'
import { clearSession, readUserId } from './auth/session.ts'
import { notify } from './notify.ts'

/** Topic of its notifications, so that none goes on saying that somebody is signed in. */
const SIGN_OUT = 'sign-out'

/** Milliseconds. */
const WARNING_COUNTS = 60_000

/** The user who was warned that changes could not be sent, and may sign out without them for a while. */
let warned: { user: number; until: number } | undefined

/** Another press meanwhile is no answer to its warning. */
let isSigningOut = false

/**
 * Signs out: sends unsaved changes, deletes the journal entries of the user, and ends the session, in the browser even
 * if the server cannot be reached.
 */
export function useSignOut() {
  const navigate = useNavigate()
  const { client } = api.useUtils()
  const logout = api.auth.logout.useMutation({
    onSettled: () => {
      clearSession()
      notify({
        title: 'Signed out',
        description: 'You have been successfully logged out',
        topic: SIGN_OUT,
      })
      navigate(paths.admin.login)
    },
  })

  async function signOut() {
    const user = readUserId()
    const device = await import('./articles/saving/unsent.ts').catch(() => null)
    if (user !== null && device) {
      const isSent = await device.sendEverything(client, user)
      if (!isSent && !(warned?.user === user && Date.now() < warned.until)) {
        warned = { user, until: Date.now() + WARNING_COUNTS }
        return notify({
          kind: 'warning',
          title: 'You are still signed in',
          description:
            'Some of what you wrote is only on this device. Try again when you are online, or open its article, which may have a question; Sign Out once more to leave without it: it is deleted from this device.',
          topic: SIGN_OUT,
          duration: 0,
        })
      }
      await device.clearDevice(user).catch(() => undefined) // IndexedDB is unavailable, so there is nothing to delete
    }
    warned = undefined
    logout.mutate({})
  }
  return () => {
    if (isSigningOut) return
    isSigningOut = true
    void signOut().finally(() => {
      isSigningOut = false
    })
  }
}
