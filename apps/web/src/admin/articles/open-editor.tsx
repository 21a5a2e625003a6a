import type { EditorHandle } from '@nightdesk/editor/lexical'
import { createContext, type ReactNode, type RefObject, useContext, useRef } from 'react'

const OpenEditorContext = createContext<RefObject<EditorHandle | null> | null>(null)

/** Lets what stands beside an editor reach it: the versions, to put a passage into the text. */
export function OpenEditorProvider({ children }: { children: ReactNode }) {
  const editor = useRef<EditorHandle>(null)
  return <OpenEditorContext value={editor}>{children}</OpenEditorContext>
}

/** For the form that holds the editor, and for what reaches it; without a provider nobody else does. */
export function useOpenEditor(): RefObject<EditorHandle | null> {
  const own = useRef<EditorHandle>(null)
  return useContext(OpenEditorContext) ?? own
}
