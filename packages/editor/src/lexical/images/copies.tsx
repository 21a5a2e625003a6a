import { type ReadonlySignal, type Signal, signal } from '@lexical/extension'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useSignalValue } from '@lexical/react/useExtensionSignalValue'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import { imageSource } from '@nightdesk/contracts'
import {
  $getState,
  $setState,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  SKIP_DOM_SELECTION_TAG,
  SKIP_SCROLL_INTO_VIEW_TAG,
} from 'lexical'
import { useEffect, useRef } from 'react'
import { announce } from '../commands.ts'
import { $selectNode, storedKeys } from '../nodes.ts'
import { $imagesIn, type ImageNode, outsideUrl, subscribeToImages } from './image-node.tsx'
import type { StoredImage } from './upload-queue.ts'

/** The copies of each editor, while images can be copied. */
const copiesOf = /* @__PURE__ */ new WeakMap<LexicalEditor, Signal<ImageCopies | undefined>>()

function copiesSignal(editor: LexicalEditor): Signal<ImageCopies | undefined> {
  const known = copiesOf.get(editor) ?? signal<ImageCopies | undefined>(undefined)
  copiesOf.set(editor, known)
  return known
}

/** Lets the images of other sites be copied, by the controls at each. */
export function CopyControls({ copyImage }: { copyImage: CopyImage }) {
  const [editor] = useLexicalComposerContext()
  useEffect(() => {
    const copies = createImageCopies(editor, copyImage)
    copiesSignal(editor).value = copies
    return () => {
      copiesSignal(editor).value = undefined
      copies.end()
    }
  }, [editor, copyImage])
  return null
}

/** The controls at an image of another site; `source` is its URL in the text. Nothing while images cannot be copied. */
export function CopyControl({ source, url }: { source: string; url: URL }) {
  const [editor] = useLexicalComposerContext()
  const copies = useSignalValue(copiesSignal(editor))
  return copies && <CopyButtons {...copies} source={source} url={url} />
}

interface CopyButtonsProps extends Pick<ImageCopies, 'copies' | 'copy'> {
  source: string
  url: URL
}

/** Shows the host of an image, buttons to copy it or all such images, and the progress. */
function CopyButtons({ copies, copy, source, url }: CopyButtonsProps) {
  const known = useSignalValue(copies)
  const sources = new Set(useLexicalSubscription(subscribeToOutsideUrls).values())
  const copying = known.get(source)
  const isFailed = copying?.state === 'failed'
  const isUnderWay = copying !== undefined && !isFailed
  const idle = [...sources].filter((other) => (known.get(other)?.state ?? 'failed') === 'failed')
  const ownButton = useRef<HTMLButtonElement>(null)
  const start = () => {
    if (!isUnderWay) void copy([source])
  }
  const startAll = () => {
    // The pressed button is removed.
    ownButton.current?.focus()
    void copy(idle)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form’s
    <span role="group" aria-label={`Image of ${url.host}`} className="editor-image-alt editor-copy">
      <span data-failed={isFailed || undefined}>{describe(copying, url)}</span>
      {/* aria-disabled instead of disabled, so that the button keeps the focus. */}
      <button ref={ownButton} type="button" aria-disabled={isUnderWay || undefined} onClick={start}>
        {isFailed ? 'Try again' : 'Copy to this site'}
      </button>
      {idle.length > 1 && !isUnderWay && (
        <button type="button" onClick={startAll}>
          Copy {idle.length} images
        </button>
      )}
    </span>
  )
}

function describe(copying: Copying | undefined, { host, protocol }: URL): string {
  if (copying?.state === 'failed') return copying.message
  if (copying) return PROGRESS[copying.state]
  if (protocol === 'https:') return `Kept by ${host}`
  return `Kept by ${host}, and not shown before it is copied: its address is not secure`
}

const PROGRESS = {
  waiting: 'Waiting to be copied',
  copying: 'Copying…',
  copied: 'Copied, and shown when the others are',
}

/**
 * Copies an image of another site into our storage. Rejects with an error whose message is for a person, or when
 * `signal` is aborted.
 */
export type CopyImage = (url: string, options: { signal: AbortSignal }) => Promise<StoredImage>

/** The progress of a copy. Copies replace their images when the last of a request has ended. */
type Copying = { state: 'waiting' | 'copying' | 'copied' } | { state: 'failed'; message: string }

type ImageCopies = ReturnType<typeof createImageCopies>

/** Copies images of other sites and puts the copies into the text. */
function createImageCopies(editor: LexicalEditor, copyImage: CopyImage) {
  const end = new AbortController()
  const copies = signal<ReadonlyMap<string, Copying>>(new Map())
  const note = (url: string, copying: Copying) => {
    copies.value = new Map([...copies.peek(), [url, copying]])
  }
  const forget = (urls: ReadonlyMap<string, unknown>) => {
    copies.value = new Map([...copies.peek()].filter(([url]) => !urls.has(url)))
  }

  return {
    /** By the URL of the image. */
    copies: copies as ReadonlySignal<ReadonlyMap<string, Copying>>,
    /**
     * Copies images one after another, as the server does, and replaces all of them when the last copy has ended. Images
     * whose copy failed stay, with an error message.
     */
    async copy(urls: readonly string[]): Promise<void> {
      const stored = new Map<string, StoredImage>()
      const failures: string[] = []
      announce(editor, `Copying ${count(urls.length)}`)
      for (const url of urls) note(url, { state: 'waiting' })
      for (const url of urls) {
        note(url, { state: 'copying' })
        try {
          stored.set(url, await copyImage(url, { signal: end.signal }))
          note(url, { state: 'copied' })
        } catch (error) {
          const { message } = error as Error // by the contract of `CopyImage`
          failures.push(message)
          note(url, { state: 'failed', message })
        }
        if (end.signal.aborted) return
      }
      replaceImages(editor, stored)
      forget(stored)
      announce(editor, describeEnd(stored.size, failures))
    },
    end: () => end.abort(),
  }
}

const count = (images: number) => (images === 1 ? 'an image' : `${images} images`)

const describeEnd = (copied: number, failures: readonly string[]) =>
  [
    ...(copied > 0 ? [`Copied ${count(copied)} to this site.`] : []),
    ...(failures.length > 0 ? [`Could not copy ${count(failures.length)}: ${failures[0]}`] : []),
  ].join(' ')

/**
 * Replaces images by their copies wherever they still are in the text, as one step of undo. Selection and scroll position
 * do not change, unless the focus is in the controls of a replaced image: then that image is selected.
 */
function replaceImages(editor: LexicalEditor, copies: ReadonlyMap<string, StoredImage>): void {
  if (copies.size === 0) return
  const root = editor.getRootElement()
  const controls = document.activeElement?.closest('.editor-copy')
  const hasFocusedControls = (image: ImageNode) =>
    editor.getElementByKey(image.getKey())?.contains(controls ?? null)
  const focusedImage = editor.read(() => [...copies.keys()].flatMap($imagesAt).find(hasFocusedControls))
  if (focusedImage) root?.focus({ preventScroll: true })
  const isElsewhere = document.activeElement !== root
  editor.update(
    () => {
      for (const [url, copy] of copies) for (const image of $imagesAt(url)) $show(image, copy)
      if (focusedImage) $selectNode(focusedImage)
    },
    { tag: [HISTORY_PUSH_TAG, SKIP_SCROLL_INTO_VIEW_TAG, ...(isElsewhere ? [SKIP_DOM_SELECTION_TAG] : [])] },
  )
}

/** Replaces the source of an image; its description and other keys stay. */
function $show(image: ImageNode, { filename, width, height }: StoredImage): void {
  const { url: _, ...keys } = $getState(image, storedKeys) ?? {}
  $setState(image, storedKeys, { ...keys, filename, width, height })
}

const $imagesAt = (url: string): ImageNode[] => $imagesIn().filter((image) => $addressOf(image) === url)

/** The URL of an image of another site. */
function $addressOf(image: ImageNode): string | undefined {
  const source = imageSource($getState(image, storedKeys) ?? {})
  return source && outsideUrl(source) ? source : undefined
}

const subscribeToOutsideUrls = subscribeToImages($addressOf)
