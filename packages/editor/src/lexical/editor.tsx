import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { ContentEditable } from '@lexical/react/LexicalContentEditable'
import { LexicalExtensionComposer } from '@lexical/react/LexicalExtensionComposer'
import type { Block } from '@nightdesk/contracts'
import { type ReactNode, type Ref, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { onContentChange } from './changes.ts'
import type { CopyImage } from './copies/image-copies.ts'
import { type EditorHandle, HandleProvider } from './editor-handle.tsx'
import { editorExtension } from './extension.ts'
import type { RenderAids } from './footer/footer.tsx'
import { createTextCounter, type TextCounter } from './footer/text-counter.ts'
import { CopyControls, DropLine, Footer, Overlays, PasteReceipt, typing } from './lazy/lazy-components.ts'
import type { SearchArticles } from './link/use-suggestions.ts'
import { ControlBar } from './toolbar/control-bar.tsx'
import { DropZone } from './uploads/drop-zone.tsx'
import type { ImageUploadsProps } from './uploads/image-uploads.tsx'

export interface EditorProps extends ImageUploadsProps {
  /** Read once. To show another text, give the editor another `key`. */
  initialContent: readonly Block[]
  /** Called after every change with the whole content; blocks that did not change stay the same objects. */
  onChange: (content: Block[]) => void
  /** Copies images of other sites; without it, no copies can be made. A new function cancels running copies. */
  copyImage?: CopyImage
  handle?: Ref<EditorHandle>
  /** Finds articles to link to; without it, links are made by URL only. */
  searchArticles?: SearchArticles
  /** Whether straight quotes, hyphens and dots are replaced while typing. */
  isPunctuationSmart?: boolean
  placeholder?: string
  /** Shown between the toolbar and the text: the title. */
  heading?: ReactNode
  /** Shown below the text, with the counts of words and minutes in it. */
  renderFooter?: (counts: ReactNode) => ReactNode
  /** Shown after the counts. */
  renderAids?: RenderAids | undefined
}

/** The rich-text editor with its toolbar. Its styles are in `editor.css`; the app’s class `prose` styles the text. */
export function Editor({
  initialContent,
  onChange,
  uploadImage,
  onPendingUploads,
  copyImage,
  handle,
  searchArticles,
  isPunctuationSmart = true,
  placeholder = '',
  heading,
  renderFooter = (counts) => counts,
  renderAids,
}: EditorProps) {
  const [extension] = useState(() => editorExtension(initialContent))
  const counter = useTextCounter(initialContent)
  const report = (content: Block[]) => {
    counter.count(content)
    onChange(content)
  }
  return (
    <LexicalExtensionComposer extension={extension} contentEditable={null}>
      <DropZone>
        <ControlBar
          uploadImage={uploadImage}
          onPendingUploads={onPendingUploads}
          searchArticles={searchArticles}
        />
        {heading && <div className="editor-heading">{heading}</div>}
        <Canvas placeholder={placeholder} copyImage={copyImage} />
        <Suspense fallback={null}>
          <DropLine />
          <PasteReceipt />
        </Suspense>
        {renderFooter(
          <div className="editor-footer">
            <Suspense fallback={null}>
              <Footer counter={counter} renderAids={renderAids} />
            </Suspense>
          </div>,
        )}
        <ChangeListener onChange={report} />
        <Typing isPunctuationSmart={isPunctuationSmart} />
        <HandleProvider handle={handle} />
      </DropZone>
    </LexicalExtensionComposer>
  )
}

function useTextCounter(initialContent: readonly Block[]): TextCounter {
  const [counter] = useState(() => {
    const created = createTextCounter()
    created.count(initialContent)
    return created
  })
  return counter
}

interface CanvasProps extends Required<Pick<EditorProps, 'placeholder'>> {
  copyImage: CopyImage | undefined
}

/** The text field, and the menus and toolbars over the text. */
function Canvas({ placeholder, copyImage }: CanvasProps) {
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
        {copyImage && <CopyControls copyImage={copyImage} />}
      </Suspense>
    </div>
  )
}

function ChangeListener({ onChange }: Pick<EditorProps, 'onChange'>) {
  const [editor] = useLexicalComposerContext()
  const report = useEffectEvent(onChange)
  useEffect(() => onContentChange(editor, (content) => report(content)), [editor])
  return null
}

/** Registers the handling of typed text and keys as soon as its code is loaded. */
function Typing({ isPunctuationSmart }: Required<Pick<EditorProps, 'isPunctuationSmart'>>) {
  const [editor] = useLexicalComposerContext()
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
  return null
}
