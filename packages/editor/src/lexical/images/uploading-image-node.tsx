import { $create, $getState, $setState, createState, DecoratorNode, type DOMExportOutput } from 'lexical'
import { type ReactNode, Suspense } from 'react'
import { UploadingImage } from '../lazy.ts'
import { $splitAround, elementOf, FixedDecoratorNode } from '../nodes.ts'

/** The id of the upload; empty in a pending image from the clipboard. */
const uploadState = /* @__PURE__ */ createState('upload', { parse: () => '' })
/** Description, caption and other keys of the image in the pasted document. */
const keysState = /* @__PURE__ */ createState('keys', { parse: (): Record<string, unknown> => ({}) })

/** A pending image: it is being uploaded. It has no block rule, so it is never saved. */
export class UploadingImageNode extends FixedDecoratorNode<ReactNode> {
  override $config() {
    return this.config('uploading-image', {
      extends: DecoratorNode,
      $transform: $splitAround,
      stateConfigs: [uploadState, keysState].map((stateConfig) => ({ flat: true, stateConfig })),
    })
  }

  override createDOM(): HTMLElement {
    return elementOf('div', 'editor-image')
  }

  override exportDOM(): DOMExportOutput {
    return { element: null }
  }

  override isInline(): false {
    return false
  }

  override decorate(): ReactNode {
    return (
      <Suspense fallback={null}>
        <UploadingImage id={$uploadOf(this)} nodeKey={this.getKey()} />
      </Suspense>
    )
  }
}

export const $uploadOf = (node: UploadingImageNode): string => $getState(node, uploadState)

/** The keys for its image, besides those of the file. */
export const $keysOf = (node: UploadingImageNode): Record<string, unknown> => $getState(node, keysState)

export const $createUploadingImageNode = (
  upload: string,
  keys: Record<string, unknown> = {},
): UploadingImageNode =>
  $setState($setState($create(UploadingImageNode), uploadState, upload), keysState, keys)
