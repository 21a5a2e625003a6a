import { getExtensionDependencyFromEditor } from '@lexical/extension'
import { HistoryExtension, type HistoryStateEntry } from '@lexical/history'
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
  HISTORY_MERGE_TAG,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
  type NodeKey,
  SKIP_DOM_SELECTION_TAG,
} from 'lexical'
import { type FocusEvent, type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import { type CaptionKey, imageText } from '../../stored-blocks.ts'
import { isOfInputMethod } from '../keys/input-methods.ts'
import { $selectNode, storedKeys } from '../nodes.ts'
import { CopyControl } from './copies.tsx'
import { ImageNode, type ImageTextsProps, outsideUrl, subscribeToImages } from './image-node.tsx'

/**
 * The texts of an image, in place: caption and credit as readers see them, and the description. Above them are the controls
 * of an image of another site.
 */
export function ImageTexts({ nodeKey, image, isInline }: ImageTextsProps) {
  const source = imageSource(image)
  const outside = source === undefined ? undefined : outsideUrl(source)
  return (
    <>
      {source && outside && <CopyControl source={source} url={outside} />}
      {!isInline && (
        <figcaption className="editor-caption" dir="auto">
          <CaptionField name="caption" label="Caption" nodeKey={nodeKey} image={image} />
          <CaptionField name="credit" label="Credit" nodeKey={nodeKey} image={image} />
        </figcaption>
      )}
      <DescriptionField nodeKey={nodeKey} alt={imageText(image, 'alt')} />
    </>
  )
}

interface CaptionFieldProps {
  name: CaptionKey
  label: string
  nodeKey: NodeKey
  image: Record<string, unknown>
}

/** A field that looks like the text that it holds, and grows with it. */
function CaptionField({ name, label, nodeKey, image }: CaptionFieldProps) {
  const text = imageText(image, name)
  const field = useStoredText(nodeKey, name, text, wayOutOfCaption)
  return (
    // The value is also in the generated content of the frame, which gives the field its height.
    <span className={`editor-caption-field ${name}`} data-value={text}>
      <textarea
        {...field}
        rows={1}
        maxLength={MAX_IMAGE_TEXT[name]}
        aria-label={label}
        placeholder={label}
        onInput={(event) => {
          field.onInput(event)
          event.currentTarget.parentElement?.setAttribute('data-value', event.currentTarget.value)
        }}
      />
    </span>
  )
}

/** Where a key leads from a field; undefined if it stays. */
type WayOut<Field> = (event: KeyboardEvent<Field>) => keyof ReturnType<typeof useImageActions> | undefined

const wayOutOfCaption: WayOut<HTMLTextAreaElement> = ({ key, currentTarget }) => {
  const { selectionStart, selectionEnd, value } = currentTarget
  if (key === 'Enter') return 'writeBelow'
  if (key === 'Escape' || (key === 'ArrowUp' && selectionEnd === 0)) return 'select'
  if (key === 'ArrowDown' && selectionStart === value.length) return 'moveBelow'
}

const wayOutOfDescription: WayOut<HTMLInputElement> = ({ key }) =>
  key === 'Enter' || key === 'Escape' ? 'select' : undefined

/** The description of an image, and the button that removes the image. */
function DescriptionField({ nodeKey, alt }: { nodeKey: NodeKey; alt: string }) {
  const id = useId()
  const actions = useImageActions(nodeKey)
  const field = useStoredText(nodeKey, 'alt', alt, wayOutOfDescription)
  return (
    <span className="editor-image-alt editor-description">
      <label htmlFor={id}>Image description</label>
      <input
        {...field}
        id={id}
        maxLength={MAX_IMAGE_TEXT.alt}
        aria-describedby={alt === '' ? `${id}-hint` : undefined}
      />
      <button
        type="button"
        // A press must not leave the field: the button could move away from the press.
        onMouseDown={(event) => event.preventDefault()}
        onClick={actions.remove}
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

/**
 * What a field for a text of an image needs. The text is stored as it is typed, as the page may be left at any time, and all
 * of a visit is one step of undo. Escape restores the text. The field shows what changes it elsewhere, such as undo.
 */
function useStoredText<Field extends HTMLInputElement | HTMLTextAreaElement>(
  nodeKey: NodeKey,
  name: 'alt' | CaptionKey,
  text: string,
  wayOut: WayOut<Field>,
) {
  const [editor] = useLexicalComposerContext()
  const actions = useImageActions(nodeKey)
  const ref = useRef<Field>(null)
  /** The text before the visit, and its step of undo. */
  const visit = useRef<{ before: string; step?: HistoryStateEntry | undefined }>({ before: text })
  const steps = () =>
    getExtensionDependencyFromEditor(editor, HistoryExtension).output.historyState.peek().undoStack
  useLayoutEffect(() => {
    if (ref.current && asLine(ref.current.value) !== text) ref.current.value = text
  }, [text])

  function store(line: string) {
    if (line === text) return
    const { step } = visit.current
    const isContinued = step !== undefined && step === steps().at(-1)
    editor.update(() => $setText($getNodeByKey(nodeKey), name, line), {
      tag: [isContinued ? HISTORY_MERGE_TAG : HISTORY_PUSH_TAG, SKIP_DOM_SELECTION_TAG],
      discrete: true,
    })
    visit.current.step = steps().at(-1)
  }
  return {
    ref,
    defaultValue: text,
    onFocus: () => {
      visit.current = { before: text }
    },
    onInput: ({ currentTarget }: FormEvent<Field>) => store(asLine(currentTarget.value)),
    onBlur: ({ currentTarget }: FocusEvent<Field>) => {
      const line = asLine(currentTarget.value)
      currentTarget.value = line
      // Nothing to undo.
      if (line === visit.current.before && visit.current.step === steps().at(-1)) steps().pop()
    },
    onKeyDown: (event: KeyboardEvent<Field>) => {
      const leave = wayOut(event)
      if (!leave || isOfInputMethod(event.nativeEvent)) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') {
        event.currentTarget.value = visit.current.before
        store(visit.current.before)
      }
      actions[leave]()
    },
  }
}

/** A text of an image is on one line. */
const asLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** What the keys and the button in the fields of an image do. */
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

/** An empty text is removed. */
function $setText(node: LexicalNode | null, name: 'alt' | CaptionKey, line: string): void {
  if (!(node instanceof ImageNode)) return
  const { [name]: _, ...others } = $getState(node, storedKeys) ?? {}
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
