import type { Block } from '@nightdesk/contracts'
import type { EditorHandle } from '@nightdesk/editor/lexical'
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Notify } from '../../../ui/toast.tsx'
import { createDraftEditor, type DraftEditor } from './draft-editor.ts'
import type { EditDependencies, EditState, ReplaceText } from './edit-session.ts'

export interface FormHandle {
  /** Loads the code to show another text. The returned function then shows one without waiting. */
  prepareReplace(): Promise<ReplaceText>
  /** Number of images, in the text and the featured one, that are not uploaded yet; a save would not contain them. */
  pendingUploads(): number
  /** Shows another title, as one step of undo of the title. */
  replaceTitle(title: string): void
  undoTitle(): void
  redoTitle(): void
}

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

/** The title and the content that versions are compared with. */
export interface PresentText {
  title: string
  content: readonly Block[]
}

/** The current text of the editor, updated while typing; undefined until it is read. */
export function useDraft(draftEditor: DraftEditor): PresentText | undefined {
  const editor = useOpenEditor()
  const [content, setContent] = useState<Block[]>()
  useEffect(() => editor.current?.watch(setContent), [editor])
  // The title is read again after every edit.
  useEditState(draftEditor, ({ save }) => save.edited)
  const { title } = draftEditor.texts().written
  return useMemo(() => content && { title, content }, [title, content])
}
