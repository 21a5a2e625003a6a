import type { AdminArticle, Block } from '@nightdesk/contracts'
import type { EditorHandle } from '@nightdesk/editor/lexical'
import {
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { api } from '../../../api.ts'
import { notify } from '../../notify.ts'
import { NOUNS, useArticleChanged } from '../article-changed.ts'
import { articleServer } from './article-server.ts'
import { createDraftEditor, type DraftEditor, type EditState } from './draft-editor.ts'
import { type DraftText, isNew, type Subject } from './draft-text.ts'
import type { Opening } from './opening.ts'
import { isUnsaved } from './save-machine.ts'

/** What the parts of a writing screen share. */
interface Writing {
  draftEditor: DraftEditor
  /** The screen is about a text that has no article yet. */
  isNew: boolean
  /** The editor of the body. */
  body: RefObject<EditorHandle | null>
  title: RefObject<TitleHistory | null>
  /** Loads the code to show another text. The returned function then shows one without waiting. */
  prepareReplace(): Promise<(text: DraftText) => void>
}

/** The steps of undo of the title. */
export interface TitleHistory {
  /** Shows another title, as one step. */
  replace(title: string): void
  undo(): void
  redo(): void
}

export const WritingContext = createContext<Writing | null>(null)

export function useWriting(): Writing {
  const writing = useContext(WritingContext)
  if (!writing) throw new Error('Only a part of a writing screen has a text')
  return writing
}

/** Opens a text for writing while the screen is shown. All but `onSaved` is read once. */
export function useStartWriting(
  subject: Subject,
  opening: Opening,
  onSaved?: (article: AdminArticle, isContinued: boolean) => void,
): Writing {
  const body = useRef<EditorHandle>(null)
  const title = useRef<TitleHistory>(null)
  const serverOf = useServerOf()
  const announce = useAnnounceSave()
  /** Whether the next save creates the article. */
  const isFirst = useRef(isNew(subject))
  const saved = useEffectEvent((article: AdminArticle, isContinued: boolean) => {
    announce(article, isFirst.current, writing.draftEditor.isUploading())
    isFirst.current = false
    onSaved?.(article, isContinued)
  })
  const [writing] = useState((): Writing => {
    async function prepareReplace() {
      const replaceBody = await body.current?.prepareReplace()
      if (!replaceBody) throw new Error('The editor is not there yet')
      return ({ content, ...heading }: DraftText) => {
        title.current?.replace(heading.title)
        replaceBody(content)
        draftEditor.change(heading)
      }
    }
    const draftEditor = createDraftEditor({
      ...{ subject, opening, serverOf, prepareReplace, notify },
      onSaved: (article, isContinued) => saved(article, isContinued),
    })
    return { draftEditor, isNew: isNew(subject), body, title, prepareReplace }
  })
  useEffect(() => writing.draftEditor.open(), [writing])
  return writing
}

/** API calls about a text, which keep what other screens know of its working copy. */
function useServerOf() {
  const { client, articles, newArticles } = api.useUtils()
  return (subject: Subject) =>
    articleServer(client, subject, (unsaved_at) => {
      if (isNew(subject)) return void newArticles.list.invalidate()
      articles.get.setData(subject, (known) => known && { ...known, unsaved_at })
      void articles.list.invalidate()
      // Only the server knows whether the working copy differs from the newest version.
      articles.get.invalidate(subject, { refetchType: 'none' })
    })
}

function useAnnounceSave() {
  const articleChanged = useArticleChanged()
  const { newArticles } = api.useUtils()
  return (article: AdminArticle, isFirst: boolean, lacksImages: boolean) => {
    articleChanged(article)
    if (isFirst) void newArticles.list.invalidate()
    notify({
      title: isFirst ? 'Article saved successfully' : `${NOUNS[article.kind]} updated successfully`,
      description: isFirst ? 'Your article has been created' : 'Your changes have been saved',
    })
    if (!lacksImages) return
    notify({
      kind: 'warning',
      title: 'Images are missing',
      description: isFirst
        ? 'Some were not uploaded yet. Please add them again.'
        : 'Some are not uploaded, and the saved text does not have them.',
    })
  }
}

/** Selects a part of the state; the component renders only when that part changes. */
export function useEditState<T>(select: (state: EditState) => T): T {
  const { draftEditor } = useWriting()
  return useSyncExternalStore(draftEditor.subscribe, () => select(draftEditor.getState()))
}

/** Whether there is anything to publish: a draft, or changes of a published article that its readers do not have. */
export function useIsUnpublished({ state, version_number, published_version_number }: AdminArticle): boolean {
  const isChanged = useEditState(({ save }) => isUnsaved(save))
  return state === 'draft' || isChanged || published_version_number !== version_number
}

/** The server's message about a field from the last save. */
export const useRefusal = (field: string): string | undefined =>
  useEditState(({ refused }) => refused?.find(({ path }) => path.startsWith(field))?.message)

/** One of the fields besides title and body, which are uncontrolled, so that typing causes no render. */
export function useWritten<Field extends keyof DraftText>(field: Field): DraftText[Field] {
  const { draftEditor } = useWriting()
  return useSyncExternalStore(draftEditor.subscribe, () => draftEditor.texts().written[field])
}

/** The title and the content that versions are compared with. */
export type PresentText = Pick<DraftText, 'title' | 'content'>

/** The text in the editor, updated while typing; undefined until it is read. */
export function usePresentText(): PresentText | undefined {
  const { body } = useWriting()
  const [content, setContent] = useState<Block[]>()
  useEffect(() => body.current?.watch(setContent), [body])
  const title = useWritten('title')
  return useMemo(() => content && { title, content }, [title, content])
}

/**
 * Saves everything before it is published, merged with the newest version, and tells the user why it could not.
 * @returns whether everything is saved as it is shown
 */
export async function saveBeforePublishing(
  draftEditor: DraftEditor,
  newest_version?: number,
): Promise<boolean> {
  if (draftEditor.isUploading()) {
    notify({
      kind: 'warning',
      title: 'Images are missing',
      description: 'Some are not uploaded yet. Publish again when they are.',
    })
    return false
  }
  const isSaved = await draftEditor.saveAll(newest_version)
  if (!isSaved && draftEditor.getState().save.failure === 'conflict') {
    notify({
      kind: 'info',
      title: 'Not published yet',
      description: 'Others have saved meanwhile. Publish again when you have seen what is new.',
    })
  }
  return isSaved
}

/** Whether the screen, or the sheet, was left: an answer that arrives later leads nowhere. */
export function useIsLeft(): () => boolean {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => !isShown.current
}
