// What is still on its way to the server after its window was left. Whoever opens the same text waits for it.

interface OpenSession {
  sendUnsaved(): Promise<boolean>
}

const underWay = new Map<string, Promise<unknown>>()
const open = new Set<OpenSession>()

/** @param subject as {@link subjectOf} names it */
export function sendingOnLeave(subject: string, arriving: Promise<unknown>): void {
  const settled = Promise.allSettled([underWay.get(subject), arriving]).then(() => {
    if (underWay.get(subject) === settled) underWay.delete(subject)
  })
  underWay.set(subject, settled)
}

/** @returns whether something had been on its way */
export async function untilArrived(subject: string): Promise<boolean> {
  const arriving = underWay.get(subject)
  await arriving
  return arriving !== undefined
}

/** @returns what says that it is closed */
export function sessionOpened(draftEditor: OpenSession): () => void {
  open.add(draftEditor)
  return () => open.delete(draftEditor)
}

/** Sends what was typed in every text that is open in this window, and waits for what was left. */
export async function sendAllOpen(): Promise<void> {
  await Promise.all([...underWay.values(), ...[...open].map((draftEditor) => draftEditor.sendUnsaved())])
}

/** Names a text, the article’s or that of a new one, among those of this device. */
export const subjectOf = (article: number | null, key: string | undefined) =>
  article === null ? `new ${key}` : `article ${article}`
