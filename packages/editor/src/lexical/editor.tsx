import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { ContentEditable } from '@lexical/react/LexicalContentEditable'
import { LexicalExtensionComposer } from '@lexical/react/LexicalExtensionComposer'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import type { Block } from '@nightdesk/contracts'
import type { LexicalEditor } from 'lexical'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { onContentChange } from './changes.ts'
import { CodeLanguage } from './code-language.tsx'
import { editorExtension } from './extension.ts'
import { LinkForm } from './link-form.tsx'
import { readSelection } from './selection-state.ts'
import { Toolbar } from './toolbar.tsx'
import { type UploadImage, type UploadStatus, useImageUpload } from './use-image-upload.ts'

export interface EditorProps {
  /** Read once. To show another text, give the editor another `key`. */
  initialContent: readonly Block[]
  /** Called after every change with the whole content; blocks that did not change stay the same objects. */
  onChange: (content: Block[]) => void
  uploadImage: UploadImage
  /** Name of the text field. */
  label?: string
  placeholder?: string
}

/** The rich-text editor with its toolbar. Its styles are in `editor.css`; `prose`, from the app, is how text is read. */
export function Editor({
  initialContent,
  onChange,
  uploadImage,
  label = 'Content',
  placeholder = '',
}: EditorProps) {
  const [extension] = useState(() => editorExtension(initialContent))
  return (
    <div className="editor">
      <LexicalExtensionComposer extension={extension} contentEditable={null}>
        <Controls uploadImage={uploadImage} />
        <div className="editor-canvas">
          <ContentEditable
            className="editor-content prose"
            aria-label={label}
            aria-placeholder={placeholder}
            placeholder={<p className="editor-placeholder prose">{placeholder}</p>}
          />
        </div>
        <ChangeListener onChange={onChange} />
      </LexicalExtensionComposer>
    </div>
  )
}

function ChangeListener({ onChange }: Pick<EditorProps, 'onChange'>) {
  const [editor] = useLexicalComposerContext()
  const report = useEffectEvent(onChange)
  useEffect(() => onContentChange(editor, (content) => report(content)), [editor])
  return null
}

function Controls({ uploadImage }: Pick<EditorProps, 'uploadImage'>) {
  const selection = useLexicalSubscription(subscribeToSelection)
  const [isLinkOpen, setLinkOpen] = useState(false)
  const { status, upload } = useImageUpload(uploadImage)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="editor-controls">
      <Toolbar
        selection={selection}
        isLinkOpen={isLinkOpen}
        onLink={() => setLinkOpen(!isLinkOpen)}
        onImage={() => picker.current?.click()}
      />
      {isLinkOpen && <LinkForm current={selection.link} onClose={() => setLinkOpen(false)} />}
      {selection.language !== null && <CodeLanguage language={selection.language} />}
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        aria-label="Image file"
        onChange={({ target }) => {
          void upload([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <UploadLine status={status} />
    </div>
  )
}

function UploadLine({ status }: { status: UploadStatus }) {
  return (
    <>
      <p role="status" className="editor-status">
        {status.kind === 'uploading' && `Uploading ${status.name} … ${Math.round(status.done * 100)} %`}
      </p>
      {status.kind === 'failed' && (
        <p role="alert" className="editor-status">
          {status.message}
        </p>
      )}
    </>
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
