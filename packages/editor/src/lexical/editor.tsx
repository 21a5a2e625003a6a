import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { ContentEditable } from '@lexical/react/LexicalContentEditable'
import { LexicalExtensionComposer } from '@lexical/react/LexicalExtensionComposer'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import type { Block } from '@nightdesk/contracts'
import type { LexicalEditor } from 'lexical'
import { type Ref, useEffect, useEffectEvent, useState } from 'react'
import { onContentChange } from './changes.ts'
import { CodeLanguage } from './code-language.tsx'
import { type EditorHandle, HandleProvider } from './editor-handle.tsx'
import { editorExtension } from './extension.ts'
import { ImagesWithoutDescription } from './images-without-description.tsx'
import { LinkForm } from './link-form.tsx'
import { readSelection } from './selection-state.ts'
import { Toolbar } from './toolbar.tsx'
import { DropZone } from './uploads/drop-zone.tsx'
import { ImageUploads, type ImageUploadsProps } from './uploads/image-uploads.tsx'
import { CHOOSE_IMAGES_COMMAND } from './uploads/image-uploads-extension.ts'

export interface EditorProps extends ImageUploadsProps {
  /** Read once. To show another text, give the editor another `key`. */
  initialContent: readonly Block[]
  /** Called after every change with the whole content; blocks that did not change stay the same objects. */
  onChange: (content: Block[]) => void
  handle?: Ref<EditorHandle>
  /** Name of the text field. */
  label?: string
  placeholder?: string
}

/** The rich-text editor with its toolbar. Its styles are in `editor.css`; `prose`, from the app, is how text is read. */
export function Editor({
  initialContent,
  onChange,
  uploadImage,
  onPendingUploads,
  handle,
  label = 'Content',
  placeholder = '',
}: EditorProps) {
  const [extension] = useState(() => editorExtension(initialContent))
  return (
    <LexicalExtensionComposer extension={extension} contentEditable={null}>
      <DropZone className="editor">
        <Controls uploadImage={uploadImage} onPendingUploads={onPendingUploads} />
        <div className="editor-canvas">
          <ContentEditable
            className="editor-content prose"
            aria-label={label}
            aria-placeholder={placeholder}
            placeholder={<p className="editor-placeholder prose">{placeholder}</p>}
          />
        </div>
        <ImagesWithoutDescription />
        <ChangeListener onChange={onChange} />
        <HandleProvider handle={handle} />
      </DropZone>
    </LexicalExtensionComposer>
  )
}

function ChangeListener({ onChange }: Pick<EditorProps, 'onChange'>) {
  const [editor] = useLexicalComposerContext()
  const report = useEffectEvent(onChange)
  useEffect(() => onContentChange(editor, (content) => report(content)), [editor])
  return null
}

function Controls(uploads: ImageUploadsProps) {
  const [editor] = useLexicalComposerContext()
  const selection = useLexicalSubscription(subscribeToSelection)
  const [isLinkOpen, setLinkOpen] = useState(false)
  return (
    <div className="editor-controls">
      <Toolbar
        selection={selection}
        isLinkOpen={isLinkOpen}
        onLink={() => setLinkOpen(!isLinkOpen)}
        onImage={() => editor.dispatchCommand(CHOOSE_IMAGES_COMMAND, undefined)}
      />
      {isLinkOpen && <LinkForm current={selection.link} onClose={() => setLinkOpen(false)} />}
      {selection.language !== null && <CodeLanguage language={selection.language} />}
      <ImageUploads {...uploads} />
    </div>
  )
}

/** Tells the controls only what changes them, not every keystroke. */
function subscribeToSelection(editor: LexicalEditor) {
  let last = readSelection(editor.getEditorState())
  return {
    initialValueFn: () => last,
    subscribe: (callback: (selection: typeof last) => void) =>
      editor.registerUpdateListener(({ editorState }) => {
        const next = readSelection(editorState)
        if (JSON.stringify(next) === JSON.stringify(last)) return
        last = next
        callback(next)
      }),
  }
}
