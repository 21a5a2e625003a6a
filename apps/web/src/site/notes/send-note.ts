import { notesPath } from '@nightdesk/contracts'
import type { Anchor } from '@nightdesk/editor/anchors'

interface SentNote extends Anchor {
  name: string
  text: string
  suggestion: string | null
}

const OFFLINE = 'The note could not be sent. Check your connection and try again.'
const ENDED = 'This preview link has ended or was withdrawn. Ask the person who sent it to you for a new one.'

/** Sends a note. @returns the problem in a sentence, or undefined when it was stored */
export async function sendNote(note: SentNote): Promise<string | undefined> {
  const version_id = Number(document.querySelector<HTMLElement>('[data-version-id]')?.dataset.versionId)
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...note, version_id }),
  }
  try {
    const answer = await fetch(notesPath(location.pathname.split('/').at(-1) ?? ''), request)
    if (answer.ok) return undefined
    if (answer.status === 404) return ENDED
    const { error, fields }: { error?: string; fields?: { message: string }[] } = await answer.json()
    return fields?.[0]?.message ?? error ?? OFFLINE
  } catch {
    return OFFLINE
  }
}
