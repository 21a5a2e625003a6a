import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { FormHandle } from '../form/article-form.tsx'
import { createDraftEditor, type DraftEditor } from './draft-editor.ts'
import type { EditDependencies, EditState } from './edit-session.ts'

/** The writing of this screen, and the handle to give to its form. What it is made with is read once. */
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
  return { draftEditor: draftEditor, form }
}

/** A part of what the writing shows; the component is drawn anew only when that part is another one. */
export function useEditState<T>(draftEditor: DraftEditor, select: (view: EditState) => T): T {
  return useSyncExternalStore(draftEditor.subscribe, () => select(draftEditor.view()))
}
