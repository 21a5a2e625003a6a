import { $getState, $isDecoratorNode, $isElementNode, ElementNode } from 'lexical'
import { slateState } from '../state.ts'

/** A block of an unknown type: its text can be edited, its type and keys are preserved. */
export class UnknownBlockNode extends ElementNode {
  override $config() {
    return this.config('unknown-block', { extends: ElementNode, stateConfigs: [slateState] })
  }

  override createDOM(): HTMLElement {
    return createElement('div', this)
  }

  override updateDOM(): boolean {
    return false
  }

  /** Holds blocks like a root, or text like a paragraph. */
  override isShadowRoot(): boolean {
    const first = this.getFirstChild()
    return ($isElementNode(first) || $isDecoratorNode(first)) && !first.isInline()
  }
}

/** As {@link UnknownBlockNode}, within a line of text. */
export class UnknownInlineNode extends ElementNode {
  override $config() {
    return this.config('unknown-inline', { extends: ElementNode, stateConfigs: [slateState] })
  }

  override createDOM(): HTMLElement {
    return createElement('span', this)
  }

  override updateDOM(): boolean {
    return false
  }

  override isInline(): boolean {
    return true
  }
}

function createElement(tag: 'div' | 'span', node: ElementNode): HTMLElement {
  const element = document.createElement(tag)
  element.className = `editor-${node.getType()}`
  const type = $getState(node, slateState)?.type
  if (typeof type === 'string') element.dataset.type = type
  return element
}
