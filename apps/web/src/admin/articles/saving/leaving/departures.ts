// Requests that are still under way after their editor was closed. Opening the same text waits for them.

interface OpenSession {
  sendUnsaved(): Promise<boolean>
}

const underWay = new Map<string, Promise<unknown>>()
const open = new Set<OpenSession>()

/** @param subject see {@link subjectOf} */
export function sendingOnLeave(subject: string, arriving: Promise<unknown>): void {
  const settled = Promise.allSettled([underWay.get(subject), arriving]).then(() => {
    if (underWay.get(subject) === settled) underWay.delete(subject)
  })
  underWay.set(subject, settled)
}

/** @returns whether there was a pending request */
export async function untilArrived(subject: string): Promise<boolean> {
  const arriving = underWay.get(subject)
  await arriving
  return arriving !== undefined
}

/** @returns a function that unregisters it */
export function sessionOpened(draftEditor: OpenSession): () => void {
  open.add(draftEditor)
  return () => open.delete(draftEditor)
}

/** Sends the unsaved changes of every open editor of this window, and waits for pending requests. */
export async function sendAllOpen(): Promise<void> {
  await Promise.all([...underWay.values(), ...[...open].map((draftEditor) => draftEditor.sendUnsaved())])
}

/** Identifies a text in the journal: by its article, or a new one by its key. */
export const subjectOf = (article: number | null, key: string | undefined) =>
  article === null ? `new ${key}` : `article ${article}`
