import type { AdminArticle } from '@nightdesk/contracts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { notify } from '../../notify.ts'
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
export function usePrint({ article, draftEditor, form, onClose }: PrintOptions) {
  const { publishFrom } = usePublish(article)
  const [isSaving, setIsSaving] = useState(false)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  async function saveAnd(proceed: () => void) {
    setIsSaving(true)
    const isSaved = await saveAll({ draftEditor, form, notify })
    setIsSaving(false)
    // Closing the sheet while the text is saved stops what was to follow.
    if (!isOpen.current) return
    if (isSaved) proceed()
    else onClose()
  }

  function print() {
    const isChanged = isUnsaved(draftEditor.getState().save)
    return saveAnd(() => {
      onClose()
      // A save of a published article is public already.
      const isHidden =
        article.state === 'draft' ||
        (!isChanged && article.published_version_number !== article.version_number)
      if (isHidden) void publishFrom(article, { base_version: draftEditor.texts().version_number })
      else if (!isChanged) notify({ kind: 'info', title: 'Readers see this text already' })
    })
  }
  return { print, saveAnd, isSaving }
}
