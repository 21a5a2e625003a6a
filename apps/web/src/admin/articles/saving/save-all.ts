import type { RefObject } from 'react'
import type { Notify } from '../../../ui/overlays/toast.tsx'
import type { FormHandle } from '../form/use-form-text.ts'
import type { DraftEditor } from './draft-editor.ts'

interface SaveAllOptions {
  draftEditor: DraftEditor
  form: RefObject<FormHandle | null>
  notify: Notify
}

/**
 * Saves everything before it is published, and tells the user why it could not.
 * @returns whether everything is saved as it is shown
 */
export async function saveAll({ draftEditor, form, notify }: SaveAllOptions): Promise<boolean> {
  if (form.current?.pendingUploads()) {
    notify({
      kind: 'warning',
      title: 'Images are missing',
      description: 'Some are not uploaded yet. Publish again when they are.',
    })
    return false
  }
  const isSaved = await draftEditor.saveAll()
  if (!isSaved && draftEditor.getState().save.failure === 'conflict') {
    notify({
      kind: 'info',
      title: 'Not published yet',
      description: 'Others have saved meanwhile. Publish again when you have seen what is new.',
    })
  }
  return isSaved
}
