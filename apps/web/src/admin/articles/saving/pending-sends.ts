// Requests that are still under way after their editor was closed. Opening the same text waits for them.

interface OpenSession {
  sendUnsaved(): Promise<boolean>
}

const pending = new Map<string, Promise<unknown>>()
const open = new Set<OpenSession>()

/** @param subject see `subjectOf` */
export function addPendingSend(subject: string, sending: Promise<unknown>): void {
  const settled = Promise.allSettled([pending.get(subject), sending]).then(() => {
    if (pending.get(subject) === settled) pending.delete(subject)
  })
  pending.set(subject, settled)
}

/** @returns whether there was a pending request */
export async function awaitPendingSend(subject: string): Promise<boolean> {
  const sending = pending.get(subject)
  await sending
  return sending !== undefined
}

/** @returns a function that unregisters it */
export function registerSession(session: OpenSession): () => void {
  open.add(session)
  return () => open.delete(session)
}

/** Sends the unsaved changes of every open editor of this window, and waits for pending requests. */
export async function sendAll(): Promise<void> {
  await Promise.all([...pending.values(), ...[...open].map((session) => session.sendUnsaved())])
}
