import { imageSource } from '@nightdesk/contracts'
import {
  $create,
  $getNodeByKey,
  $getRoot,
  $getState,
  $isElementNode,
  $setState,
  booleanValue,
  createState,
  DecoratorNode,
  type DOMExportOutput,
  type LexicalEditor,
  type LexicalNode,
  type NodeKey,
} from 'lexical'
import { type ReactNode, Suspense } from 'react'
import { imageReferrerPolicy, imageSize, renderCaption } from '../../blocks/image.tsx'
import { CAPTION_KEYS, imageText } from '../../stored-blocks.ts'
import { ImageTexts } from '../lazy.ts'
import { $splitAround, elementOf, FixedDecoratorNode, storedKeys } from '../nodes.ts'

/** Whether an image is within a line of text, which content from other programs may have. */
const inlineState = /* @__PURE__ */ createState('inline', { parse: /* @__PURE__ */ booleanValue() })

/** An image. Its keys (`filename` or `url`, `alt`, …) are node state, unchanged. */
export class ImageNode extends FixedDecoratorNode<ReactNode> {
  override $config() {
    return this.config('image', {
      extends: DecoratorNode,
      $transform: $splitAround,
      stateConfigs: [storedKeys, { flat: true, stateConfig: inlineState }],
    })
  }

  override createDOM(): HTMLElement {
    return elementOf(this.isInline() ? 'span' : 'div', 'editor-image')
  }

  /** For other programs. */
  override exportDOM(): DOMExportOutput {
    return { element: exportImage($getState(this, storedKeys) ?? {}, this.isInline()) }
  }

  override isInline(): boolean {
    return $getState(this, inlineState)
  }

  override decorate(): ReactNode {
    const image = $getState(this, storedKeys) ?? {}
    return <EditorImage nodeKey={this.getKey()} image={image} isInline={this.isInline()} />
  }
}

/** `image` holds the keys of an image block: `filename` or `url`, and optionally `alt`, `caption` and `credit`. */
export function $createImageNode(image: Record<string, unknown>): ImageNode {
  return $setState($create(ImageNode), storedKeys, image)
}

/** The images in a node, or in the whole text. */
export function $imagesIn(node: LexicalNode = $getRoot()): ImageNode[] {
  if (node instanceof ImageNode) return [node]
  return $isElementNode(node) ? node.getChildren().flatMap((child) => $imagesIn(child)) : []
}

export interface ImageTextsProps {
  nodeKey: NodeKey
  /** The keys of the image block. */
  image: Record<string, unknown>
  /** Readers see no caption within a line. */
  isInline: boolean
}

/** An image in the editor, with its texts, which can be changed once their code is loaded. */
function EditorImage(props: ImageTextsProps) {
  const { image, isInline } = props
  const source = imageSource(image)
  const outside = source === undefined ? undefined : outsideUrl(source)
  return (
    <span className="editor-image-box">
      {/* The Content-Security-Policy blocks insecure images: without this test a broken image would be shown. */}
      {source && outside?.protocol !== 'http:' ? (
        <img
          src={source}
          alt={imageText(image, 'alt')}
          {...imageSize(image)}
          loading={outside && 'lazy'}
          referrerPolicy={imageReferrerPolicy(source)}
          draggable={false}
        />
      ) : (
        <span>Image not available</span>
      )}
      <Suspense fallback={!isInline && renderCaption({ ...image, type: 'image', children: [] })}>
        <ImageTexts {...props} />
      </Suspense>
    </span>
  )
}

/** The URL of an image of another site; undefined for one of this site. */
export function outsideUrl(source: string): URL | undefined {
  const url = new URL(source, location.origin)
  return url.origin === location.origin ? undefined : url
}

/** An image on the clipboard: a figure with its caption, or the image alone within a line. */
function exportImage(image: Record<string, unknown>, isInline: boolean): HTMLElement {
  const img = document.createElement('img')
  const source = imageSource(image)
  if (source) img.src = new URL(source, location.origin).href
  img.alt = imageText(image, 'alt')
  if (isInline) return img
  const figure = document.createElement('figure')
  const caption = document.createElement('figcaption')
  for (const key of CAPTION_KEYS) {
    const text = elementOf('span', key)
    text.append(imageText(image, key))
    if (text.textContent !== '') caption.append(caption.hasChildNodes() ? ' ' : '', text)
  }
  figure.append(img)
  if (caption.hasChildNodes()) figure.append(caption)
  return figure
}

/** For `useLexicalSubscription`: what is read of each image, by its key. Reads changed images only, so that typing costs nothing. */
export const subscribeToImages =
  <T,>($read: (image: ImageNode) => T | undefined) =>
  (editor: LexicalEditor) => ({
    initialValueFn: (): ReadonlyMap<NodeKey, T> => new Map(),
    subscribe: (callback: (read: ReadonlyMap<NodeKey, T>) => void) => {
      const known = new Map<NodeKey, T>()
      return editor.registerMutationListener(ImageNode, (mutations) => {
        editor.read(() => {
          for (const key of mutations.keys()) {
            const image = $getNodeByKey<ImageNode>(key)
            const value = image ? $read(image) : undefined
            if (value === undefined) known.delete(key)
            else known.set(key, value)
          }
        })
        callback(new Map(known))
      })
    },
  })
