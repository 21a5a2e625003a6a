import {
  $create,
  $getState,
  $setState,
  createState,
  DecoratorNode,
  type DOMExportOutput,
  type LexicalNode,
} from 'lexical'
import type { ReactNode } from 'react'
import { UploadingImage } from './uploading-image.tsx'

/** Which upload of the queue a placeholder stands for; one that came by the clipboard stands for none. */
const uploadState = /* @__PURE__ */ createState('upload', { parse: () => '' })
/** What is known of the image beforehand: the description that a document had of it. */
const altState = /* @__PURE__ */ createState('alt', { parse: () => '' })

/** Holds the place of an image while it is uploaded. No block of content answers for it: it is never saved. */
export class UploadingImageNode extends DecoratorNode<ReactNode> {
  override $config() {
    return this.config('uploading-image', {
      extends: DecoratorNode,
      stateConfigs: [uploadState, altState].map((stateConfig) => ({ flat: true, stateConfig })),
    })
  }

  override createDOM(): HTMLElement {
    const element = document.createElement('div')
    element.className = 'editor-image'
    return element
  }

  override updateDOM(): boolean {
    return false
  }

  override exportDOM(): DOMExportOutput {
    return { element: null }
  }

  override isInline(): false {
    return false
  }

  override decorate(): ReactNode {
    return <UploadingImage id={$uploadOf(this)} nodeKey={this.getKey()} />
  }
}

/** The id of the upload that a placeholder stands for. */
export const $uploadOf = (node: UploadingImageNode): string => $getState(node, uploadState)

/** The description that its image is to have, or empty. */
export const $altOf = (node: UploadingImageNode): string => $getState(node, altState)

export const $createUploadingImageNode = (upload: string, alt = ''): UploadingImageNode =>
  $setState($setState($create(UploadingImageNode), uploadState, upload), altState, alt)

export const $isUploadingImageNode = (node: LexicalNode | null): node is UploadingImageNode =>
  node instanceof UploadingImageNode
