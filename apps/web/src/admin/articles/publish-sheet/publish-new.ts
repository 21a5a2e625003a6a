import { titleProblem } from '@nightdesk/contracts'
import type { RefObject } from 'react'
import type { Notify } from '../../../ui/overlays/toast.tsx'
import { saveAll } from '../saving/save-all.ts'
import type { useDraftEditor } from '../saving/use-draft-editor.ts'

interface PublishNewOptions extends ReturnType<typeof useDraftEditor> {
  notify: Notify
  /** The screen after the save. */
  leadsTo: RefObject<'draft' | 'publish'>
}

/** The sheet to publish is about an article, so a new text is saved first. */
export async function publishNew({ leadsTo, ...editing }: PublishNewOptions): Promise<void> {
  const { title } = editing.draftEditor.texts().written
  if (titleProblem(title)) {
    // The form says what is wrong with the title, and focuses it.
    document.querySelector<HTMLFormElement>('.manuscript form')?.requestSubmit()
    return
  }
  leadsTo.current = 'publish'
  await saveAll(editing)
  leadsTo.current = 'draft'
}
