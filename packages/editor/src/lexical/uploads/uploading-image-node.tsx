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

/** Holds the place of an image while it is uploaded. No block of content answers for it: it is never saved. */
export class UploadingImageNode extends DecoratorNode<ReactNode> {
  override $config() {
    return this.config('uploading-image', {
      extends: DecoratorNode,
      stateConfigs: [{ flat: true, stateConfig: uploadState }],
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

export const $createUploadingImageNode = (upload: string): UploadingImageNode =>
  $setState($create(UploadingImageNode), uploadState, upload)

export const $isUploadingImageNode = (node: LexicalNode | null): node is UploadingImageNode =>
  node instanceof UploadingImageNode
