import { nameOf, type Subject } from './draft-text.ts'

// Requests for texts that are not open: those of an editor that was closed, and for what closed windows have left. Opening
// the same text waits for them.

interface OpenEditor {
  flush(): Promise<boolean>
}

const pending = new Map<string, Promise<unknown>>()
const open = new Set<OpenEditor>()

export function addPendingSend(subject: Subject, sending: Promise<unknown> | undefined): void {
  const name = nameOf(subject)
  const settled = Promise.allSettled([pending.get(name), sending]).then(() => {
    if (pending.get(name) === settled) pending.delete(name)
  })
  pending.set(name, settled)
}

/** @returns whether there was a pending request */
export async function awaitPendingSend(subject: Subject): Promise<boolean> {
  const sending = pending.get(nameOf(subject))
  await sending
  return sending !== undefined
}

/** @returns a function that unregisters it */
export function registerEditor(editor: OpenEditor): () => void {
  open.add(editor)
  return () => open.delete(editor)
}

/**
 * Sends the unsaved changes of every open editor of this window, and waits for pending requests.
 * @returns whether the server has what the editors have
 */
export async function flushAllEditors(): Promise<boolean> {
  const [flushed] = await Promise.all([
    Promise.all([...open].map((editor) => editor.flush())),
    Promise.all(pending.values()),
  ])
  return flushed.every(Boolean)
}
