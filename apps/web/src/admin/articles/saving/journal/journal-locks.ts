// Whether the window that wrote an entry is still there: it holds a lock, which the browser takes back when the window
// is closed or crashes.

/** Milliseconds that a window which is just being closed may take. */
const CLOSING = 1_500

const lockName = (id: string) => `nightdesk-journal-${id}`

/** @returns what lets go of it */
export function holdLock(id: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  void navigator.locks.request(lockName(id), () => promise)
  return resolve
}

/** Takes over the lock of a window that is gone. @returns what lets go of it; null when the window lives */
export async function claimLock(id: string): Promise<(() => void) | null> {
  for (;;) {
    const release = await requestLock(id)
    // A page that is busy meets the end of the time before what it was granted.
    if (release || (await isHeld(id))) return release
  }
}

async function isHeld(id: string): Promise<boolean> {
  const { held } = await navigator.locks.query()
  return held?.some(({ name }) => name === lockName(id)) ?? false
}

function requestLock(id: string): Promise<(() => void) | null> {
  const { promise: claimed, resolve, reject } = Promise.withResolvers<(() => void) | null>()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const granted = () => {
    resolve(release)
    return held
  }
  navigator.locks
    .request(lockName(id), { signal: AbortSignal.timeout(CLOSING) }, granted)
    .catch((error: DOMException) => (error.name === 'TimeoutError' ? resolve(null) : reject(error)))
  return claimed
}
