import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import { imageSource, MAX_IMAGE_TEXT } from '@nightdesk/contracts'
import {
  $createParagraphNode,
  $getNodeByKey,
  $getState,
  $isElementNode,
  $isParagraphNode,
  $setState,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
  type NodeKey,
} from 'lexical'
import { type KeyboardEvent, useId, useRef } from 'react'
import { type CaptionKey, imageText } from '../../stored-blocks.ts'
import { $selectNode, storedKeys } from '../nodes.ts'
import { CopyControl } from './copies.tsx'
import { ImageNode, type ImageTextsProps, outsideUrl, subscribeToImages } from './image-node.tsx'

/**
 * The texts of an image, in place: caption and credit as readers see them, and the description. Each is saved when it is
 * left, in one step of undo. Above them are the controls of an image of another site.
 */
export function ImageTexts({ nodeKey, image, isInline }: ImageTextsProps) {
  const actions = useImageActions(nodeKey)
  const source = imageSource(image)
  const outside = source === undefined ? undefined : outsideUrl(source)
  return (
    <>
      {source && outside && <CopyControl source={source} url={outside} />}
      {!isInline && (
        <figcaption className="editor-caption" dir="auto">
          <CaptionField name="caption" label="Caption" image={image} actions={actions} />
          <CaptionField name="credit" label="Credit" image={image} actions={actions} />
        </figcaption>
      )}
      <DescriptionField alt={imageText(image, 'alt')} actions={actions} />
    </>
  )
}

interface CaptionFieldProps {
  name: CaptionKey
  label: string
  image: Record<string, unknown>
  actions: ImageActions
}

/** A field that looks like the text that it holds, and grows with it. */
function CaptionField({ name, label, image, actions }: CaptionFieldProps) {
  const id = useId()
  const text = imageText(image, name)
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const field = event.currentTarget
    const leave = wayOut(event)
    if (!leave || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') field.value = text
    else actions.setText(name, field.value)
    actions[leave]()
  }
  return (
    // The value is also in the generated content of the frame, which gives the field its height.
    <span className={`editor-caption-field ${name}`} data-value={text}>
      <textarea
        id={id}
        // The key makes a new field when the text has changed, for example by undo.
        key={text}
        defaultValue={text}
        rows={1}
        maxLength={MAX_IMAGE_TEXT[name]}
        aria-label={label}
        placeholder={label}
        onInput={({ currentTarget }) => {
          currentTarget.parentElement?.setAttribute('data-value', currentTarget.value)
        }}
        onBlur={({ target }) => actions.setText(name, target.value)}
        onKeyDown={onKeyDown}
      />
    </span>
  )
}

/** Where a key leads from a caption; undefined if it stays. */
function wayOut({ key, currentTarget }: KeyboardEvent<HTMLTextAreaElement>) {
  const { selectionStart, selectionEnd, value } = currentTarget
  if (key === 'Enter') return 'writeBelow'
  if (key === 'Escape' || (key === 'ArrowUp' && selectionEnd === 0)) return 'select'
  if (key === 'ArrowDown' && selectionStart === value.length) return 'moveBelow'
}

interface DescriptionFieldProps {
  alt: string
  actions: ImageActions
}

/** The description of an image, and the button that removes the image. Enter saves and Escape restores the description. */
function DescriptionField({ alt, actions }: DescriptionFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if ((event.key !== 'Enter' && event.key !== 'Escape') || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') actions.setText('alt', event.currentTarget.value)
    else event.currentTarget.value = alt
    actions.select()
  }
  return (
    <span className="editor-image-alt editor-description">
      <label htmlFor={id}>Image description</label>
      <input
        ref={input}
        id={id}
        // Saved as a whole, in one step of undo. The key makes a new field when the description has changed.
        key={alt}
        defaultValue={alt}
        maxLength={500}
        aria-describedby={alt === '' ? `${id}-hint` : undefined}
        onBlur={(event) => actions.setText('alt', event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        // A press must not leave the field: the description would be saved, and the button could move away from the press.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          if (input.current) actions.setText('alt', input.current.value)
          actions.remove()
        }}
      >
        Remove image
      </button>
      {alt === '' && (
        <span id={`${id}-hint`} className="editor-image-hint">
          What it shows, for readers who cannot see it
        </span>
      )}
    </span>
  )
}

type ImageActions = ReturnType<typeof useImageActions>

/** What the fields of an image change. */
function useImageActions(nodeKey: NodeKey) {
  const [editor] = useLexicalComposerContext()
  const leave = ($select: (image: LexicalNode) => void, tag?: string) => () => {
    // Lexical moves the focus for range selections only, not for node selections.
    editor.getRootElement()?.focus({ preventScroll: true })
    editor.update(
      () => {
        const node = $getNodeByKey(nodeKey)
        if (node) $select(node)
      },
      { tag },
    )
  }
  return {
    setText: (name: 'alt' | CaptionKey, text: string) =>
      // At once: a removal that follows is another step of undo.
      editor.update(() => $setText($getNodeByKey(nodeKey), name, text), {
        tag: HISTORY_PUSH_TAG,
        discrete: true,
      }),
    /** Selects the image and returns the focus to the text. */
    select: leave($selectNode),
    writeBelow: leave($writeBelow, HISTORY_PUSH_TAG),
    moveBelow: leave($moveBelow),
    remove: () =>
      editor.update(() => $getNodeByKey(nodeKey)?.remove(), {
        tag: HISTORY_PUSH_TAG,
        // Not before: the focus change would be recorded in the previous step of undo.
        onUpdate: () => editor.focus(),
      }),
  }
}

/** The text is on one line. An empty one is removed. */
function $setText(node: LexicalNode | null, name: 'alt' | CaptionKey, text: string): void {
  if (!(node instanceof ImageNode)) return
  const image = $getState(node, storedKeys) ?? {}
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === imageText(image, name)) return
  const { [name]: _, ...others } = image
  $setState(node, storedKeys, line === '' ? others : { ...others, [name]: line })
}

/** Goes on in the empty paragraph below an image, or begins one. */
function $writeBelow(image: LexicalNode): void {
  const next = image.getNextSibling()
  const below = $isParagraphNode(next) && next.isEmpty() ? next : image.insertAfter($createParagraphNode())
  below.selectStart()
}

function $moveBelow(image: LexicalNode): void {
  const next = image.getNextSibling()
  if ($isElementNode(next)) next.selectStart()
  else $selectNode(next ?? image)
}

/** The number of images without a description; a press focuses the field of the first. Nothing if there are none. */
export function ImagesWithoutDescription() {
  const [editor] = useLexicalComposerContext()
  const keys = [...useLexicalSubscription(subscribeToUndescribed).keys()]
  if (keys.length === 0) return null
  return (
    <button type="button" className="editor-bare-images" onClick={() => leadToFirst(editor, keys)}>
      {keys.length === 1 ? '1 image has no description' : `${keys.length} images have no description`}
    </button>
  )
}

const subscribeToUndescribed = subscribeToImages(
  (image) => imageText($getState(image, storedKeys) ?? {}, 'alt') === '' || undefined,
)

/** Milliseconds that a press waits for a field. Later, the focus may be needed elsewhere. */
const PATIENCE = 2_000

/** Focuses the field of the first image. An image that was just added gets its fields a moment later. */
function leadToFirst(editor: LexicalEditor, keys: readonly NodeKey[]): void {
  const root = editor.getRootElement()
  const field = firstField(editor, keys)
  if (field) field.focus()
  if (field || !root) return
  const observer = new MutationObserver(() => {
    const added = firstField(editor, keys)
    if (!added) return
    observer.disconnect()
    added.focus()
  })
  observer.observe(root, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), PATIENCE)
}

function firstField(editor: LexicalEditor, keys: readonly NodeKey[]): HTMLInputElement | undefined {
  const fields = keys.flatMap((key) => editor.getElementByKey(key)?.querySelector('input') ?? [])
  return fields.toSorted((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )[0]
}
