import type { AdminArticle } from '@nightdesk/contracts'
import { type RefObject, useState } from 'react'
import { useNotify } from '../../notify.ts'
import { usePublish } from '../detail/use-publish.ts'
import type { FormHandle } from '../form/use-form-text.ts'
import type { DraftEditor } from '../saving/draft-editor.ts'
import { isUnsaved } from '../saving/machine/save-machine.ts'
import { saveAll } from '../saving/save-all.ts'

interface PrintOptions {
  article: AdminArticle
  draftEditor: DraftEditor
  form: RefObject<FormHandle | null>
  /** Closes the sheet. */
  onClose(): void
}

/** Saves the text that is shown, then publishes it. If it cannot be saved as it is, the writing screen says why. */
export function usePrint({ article: { id, state }, draftEditor, form, onClose }: PrintOptions) {
  const notify = useNotify()
  const { publish } = usePublish(id)
  const [isSaving, setIsSaving] = useState(false)

  async function saveAnd(proceed: () => void) {
    setIsSaving(true)
    const isSaved = await saveAll({ draftEditor, form, notify })
    setIsSaving(false)
    if (isSaved) proceed()
    else onClose()
  }

  function print() {
    const isChanged = isUnsaved(draftEditor.getState().save)
    return saveAnd(() => {
      onClose()
      if (state === 'draft') publish()
      else if (!isChanged) notify({ kind: 'info', title: 'Readers see this text already' })
    })
  }
  return { print, saveAnd, isSaving }
}
