// A window holds a Web Lock for each of its entries. The browser releases the lock when the window is closed or
// crashes.

/** Milliseconds to wait for a window that is being closed. */
const CLOSE_TIMEOUT = 1_500

const lockName = (id: string) => `nightdesk-journal-${id}`

/** @returns a function that releases the lock */
export function holdLock(id: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  void navigator.locks.request(lockName(id), () => promise)
  return resolve
}

/** Acquires the lock of a closed window. @returns a function that releases the lock; null when the window is open */
export async function claimLock(id: string): Promise<(() => void) | null> {
  for (;;) {
    const release = await requestLock(id)
    // On a busy page, the timeout may fire although the lock was free: try again unless a window holds it.
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
    .request(lockName(id), { signal: AbortSignal.timeout(CLOSE_TIMEOUT) }, granted)
    .catch((error: DOMException) => (error.name === 'TimeoutError' ? resolve(null) : reject(error)))
  return claimed
}
