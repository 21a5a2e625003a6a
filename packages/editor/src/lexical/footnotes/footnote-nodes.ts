import { DecoratorNode, ElementNode, type LexicalNode } from 'lexical'
import { slateState } from '../state.ts'

// Their key `note` is node state. Numbers are painted by `number-footnotes.ts`, which is loaded later.

/** A footnote, which holds text and stays at the end of the text. */
export class FootnoteNode extends ElementNode {
  override $config() {
    return this.config('footnote', { extends: ElementNode, stateConfigs: [slateState] })
  }

  override createDOM(): HTMLElement {
    const element = document.createElement('div')
    element.className = 'editor-footnote'
    return element
  }

  override updateDOM(): boolean {
    return false
  }
}

export const $isFootnote = (node: LexicalNode | null | undefined): node is FootnoteNode =>
  node instanceof FootnoteNode

/** The number of a footnote in the text. The caret passes it like a letter. */
export class FootnoteReferenceNode extends DecoratorNode<null> {
  override $config() {
    return this.config('footnote-reference', { extends: DecoratorNode, stateConfigs: [slateState] })
  }

  override createDOM(): HTMLElement {
    const element = document.createElement('sup')
    element.className = 'footnote-reference'
    return element
  }

  override updateDOM(): boolean {
    return false
  }

  override isKeyboardSelectable(): boolean {
    return false
  }
}
