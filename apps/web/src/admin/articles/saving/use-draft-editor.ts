import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { FormHandle } from '../form/use-form-text.ts'
import { createDraftEditor, type DraftEditor } from './draft-editor.ts'
import type { EditDependencies, EditState } from './edit-session.ts'

/**
 * Creates the draft editor of a screen, and the ref for its form. Except for `onSaved`, the dependencies are read once.
 */
export function useDraftEditor(dependencies: Omit<EditDependencies, 'prepareReplace'>) {
  const form = useRef<FormHandle>(null)
  const latest = useRef(dependencies)
  useEffect(() => {
    latest.current = dependencies
  })
  const [draftEditor] = useState(() =>
    createDraftEditor({
      ...dependencies,
      onSaved: (article) => latest.current.onSaved(article),
      prepareReplace() {
        if (!form.current) throw new Error('The form is not there yet')
        return form.current.prepareReplace()
      },
    }),
  )
  useEffect(() => draftEditor.open(), [draftEditor])
  return { draftEditor, form }
}

/** Selects a part of the state; the component renders only when that part changes. */
export function useEditState<T>(draftEditor: DraftEditor, select: (state: EditState) => T): T {
  return useSyncExternalStore(draftEditor.subscribe, () => select(draftEditor.getState()))
}
