import {
  $create,
  $getState,
  $setState,
  booleanValue,
  createState,
  DecoratorNode,
  type DOMExportOutput,
} from 'lexical'
import type { ReactNode } from 'react'
import { slateState } from '../state.ts'
import { exportImage } from './export-image.ts'
import { EditorImage } from './image.tsx'

/** Whether an image is within a line of text, which content from other programs may have. */
const inlineState = /* @__PURE__ */ createState('inline', { parse: /* @__PURE__ */ booleanValue() })

/** An image. Its keys (`filename` or `url`, `alt`, …) are node state, unchanged. */
export class ImageNode extends DecoratorNode<ReactNode> {
  override $config() {
    return this.config('image', {
      extends: DecoratorNode,
      stateConfigs: [slateState, { flat: true, stateConfig: inlineState }],
    })
  }

  override createDOM(): HTMLElement {
    const element = document.createElement(this.isInline() ? 'span' : 'div')
    element.className = 'editor-image'
    return element
  }

  override updateDOM(): boolean {
    return false
  }

  /** For other programs. */
  override exportDOM(): DOMExportOutput {
    return { element: exportImage($getState(this, slateState) ?? {}, this.isInline()) }
  }

  override isInline(): boolean {
    return $getState(this, inlineState)
  }

  override decorate(): ReactNode {
    const image = $getState(this, slateState) ?? {}
    return <EditorImage nodeKey={this.getKey()} image={image} isInline={this.isInline()} />
  }
}

/** `image` holds the keys of an image block: `filename` or `url`, and optionally `alt`, `caption` and `credit`. */
export function $createImageNode(image: Record<string, unknown>): ImageNode {
  return $setState($create(ImageNode), slateState, image)
}
