import type { EditorHandle } from '@nightdesk/editor/lexical'
import { createContext, type ReactNode, type RefObject, useContext, useRef } from 'react'

const OpenEditorContext = createContext<RefObject<EditorHandle | null> | null>(null)

/** Gives components beside the editor a handle to it: the versions panel inserts passages into the text. */
export function OpenEditorProvider({ children }: { children: ReactNode }) {
  const editor = useRef<EditorHandle>(null)
  return <OpenEditorContext value={editor}>{children}</OpenEditorContext>
}

/** A ref to the editor. Without a provider, the form uses its own. */
export function useOpenEditor(): RefObject<EditorHandle | null> {
  const own = useRef<EditorHandle>(null)
  return useContext(OpenEditorContext) ?? own
}
