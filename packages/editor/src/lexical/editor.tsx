import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { ContentEditable } from '@lexical/react/LexicalContentEditable'
import { LexicalExtensionComposer } from '@lexical/react/LexicalExtensionComposer'
import type { Block } from '@nightdesk/contracts'
import { type LexicalEditor, REDO_COMMAND, UNDO_COMMAND } from 'lexical'
import {
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useState,
} from 'react'
import type { EditorPlace } from '../copy-marks/prose.ts'
import { INSERT_IMAGES_COMMAND } from './commands.ts'
import { contentOf, onContentChange } from './content.ts'
import { editorExtension } from './extension.ts'
import type { RenderAids } from './footer.tsx'
import type { CopyImage } from './images/copies.tsx'
import { transferredFiles } from './images/transferred-files.ts'
import type { ImageUploadsProps } from './images/uploads.tsx'
import { CopyControls, DropLine, Footer, NoticeCard, Overlays, typing } from './lazy.ts'
import type { SearchArticles } from './link-form.tsx'
import { createTextCounter } from './text-counter.ts'
import { ControlBar } from './toolbar.tsx'

export interface EditorProps extends ImageUploadsProps {
  /** Read once. To show another text, give the editor another `key`. */
  initialContent: readonly Block[]
  /** Called after every change with the whole content; blocks that did not change stay the same objects. */
  onChange: (content: Block[]) => void
  /** Copies images of other sites. A new function cancels running copies. */
  copyImage: CopyImage
  handle: Ref<EditorHandle>
  /** Finds articles to link to. */
  searchArticles: SearchArticles
  /** Whether straight quotes, hyphens and dots are replaced while typing. */
  isPunctuationSmart: boolean
  placeholder: string
  /** Shown between the toolbar and the text: the title. */
  heading: ReactNode
  /** Shown below the text, with the counts of words and minutes in it. */
  renderFooter: (counts: ReactNode) => ReactNode
  /** Shown after the counts. */
  renderAids: RenderAids
}

/** The rich-text editor with its toolbar. Its styles are in `editor.css`; the app’s class `prose` styles the text. */
export function Editor({
  initialContent,
  onChange,
  heading,
  renderFooter,
  renderAids,
  ...props
}: EditorProps) {
  const [extension] = useState(() => editorExtension(initialContent))
  const [counter] = useState(() => createTextCounter(initialContent))
  const report = (content: Block[]) => {
    counter.count(content)
    onChange(content)
  }
  return (
    <LexicalExtensionComposer extension={extension} contentEditable={null}>
      <DropZone>
        <ControlBar {...props} />
        <div className="editor-heading">{heading}</div>
        <Canvas {...props} />
        <Suspense fallback={null}>
          <DropLine />
          <NoticeCard />
        </Suspense>
        {renderFooter(
          <div className="editor-footer">
            <Suspense fallback={null}>
              <Footer counter={counter} renderAids={renderAids} />
            </Suspense>
          </div>,
        )}
        <Connections {...props} onChange={report} />
      </DropZone>
    </LexicalExtensionComposer>
  )
}

/** The text field, and the menus and toolbars over the text. */
function Canvas({ placeholder, copyImage }: Pick<EditorProps, 'placeholder' | 'copyImage'>) {
  return (
    <div className="editor-canvas">
      <ContentEditable
        className="editor-content prose"
        aria-label="Content"
        aria-placeholder={placeholder}
        placeholder={<p className="editor-placeholder prose">{placeholder}</p>}
      />
      <Suspense fallback={null}>
        <Overlays />
        <CopyControls copyImage={copyImage} />
      </Suspense>
    </div>
  )
}

/** What connects the text with the app, and with the handling of typed text and keys as soon as its code is loaded. */
function Connections({
  onChange,
  isPunctuationSmart,
  handle,
}: Pick<EditorProps, 'onChange' | 'isPunctuationSmart' | 'handle'>) {
  const [editor] = useLexicalComposerContext()
  const report = useEffectEvent(onChange)
  useEffect(() => onContentChange(editor, (content) => report(content)), [editor])
  useEffect(() => {
    let stop: (() => void) | undefined = () => undefined
    typing.then(({ handleTyping }) => {
      if (stop) stop = handleTyping(editor, isPunctuationSmart)
    })
    return () => {
      stop?.()
      stop = undefined
    }
  }, [editor, isPunctuationSmart])
  useImperativeHandle(handle, () => handleOf(editor), [editor])
  return null
}

/** Operations on the text from outside of the editor. */
export type EditorHandle = ReturnType<typeof handleOf>

const handleOf = (editor: LexicalEditor) => ({
  /** Focuses the text at the last position of the caret, initially at the start. */
  focus: () => editor.focus(undefined, { defaultSelection: 'rootStart' }),
  /**
   * Loads the code that replaces the text. The returned function replaces it synchronously, as one step of undo; blocks
   * that are in both texts keep their nodes, and the caret stays in them.
   */
  async prepareReplace() {
    const { replaceContent } = await import('./outside-edits.ts')
    return (content: readonly Block[]) => replaceContent(editor, content)
  },
  /**
   * Inserts a block below the block with the caret, or at the end, as one step of undo, and moves the caret after it. With the
   * footnotes of its text that it refers to.
   */
  async insert(block: Block, text: readonly Block[]) {
    const { insertBlock } = await import('./outside-edits.ts')
    // Before the change, or the focus would be recorded in the previous step of undo.
    await new Promise<void>((resolve) => editor.focus(resolve))
    insertBlock(editor, block, text)
  },
  /** Loads the code that marks the words of notes. */
  noteMarks: async () => (await import('./note-marks.ts')).createNoteMarks(editor),
  undo: () => void editor.dispatchCommand(UNDO_COMMAND, undefined),
  redo: () => void editor.dispatchCommand(REDO_COMMAND, undefined),
  /** Selects a place in the text, or the description of an image, and scrolls to it. */
  select: async (place: EditorPlace) => (await import('./outside-edits.ts')).selectPlace(editor, place),
  /** Calls back with the content, now and after every change. @returns a function that stops it */
  watch(callback: (content: Block[]) => void) {
    callback(contentOf(editor))
    return onContentChange(editor, callback)
  },
})

/** Inserts dropped files at the caret until `drop-line.tsx` is loaded, which inserts them where they are dropped. */
function DropZone({ children }: { children: ReactNode }) {
  const [editor] = useLexicalComposerContext()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what can be dropped can be chosen and pasted as well
    <div
      className="editor"
      // Without this, the browser would leave the page and open the file.
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        const files = transferredFiles(event.dataTransfer)
        if (files.length === 0) return
        event.preventDefault()
        editor.dispatchCommand(INSERT_IMAGES_COMMAND, { files })
      }}
    >
      {children}
    </div>
  )
}
