import {
  $create,
  $createNodeSelection,
  $createParagraphNode,
  $getRoot,
  $getSelection,
  $getSiblingCaret,
  $getState,
  $isDecoratorNode,
  $isElementNode,
  $isRangeSelection,
  $isRootOrShadowRoot,
  $normalizeCaret,
  $setPointFromCaret,
  $setSelection,
  $splitNode,
  createState,
  DecoratorNode,
  ElementNode,
  type LexicalNode,
  type PointType,
} from 'lexical'
import { STATE_KEY } from '../blocks/block.ts'
import { canonicalJson } from '../normal-form.ts'
import { SCENE_BREAK } from '../stored-blocks.ts'
import { endsOf } from './block-text.ts'

/** Keys of a block or text for which Lexical has no field. Undefined in nodes that were made in the editor. */
export const storedKeys = /* @__PURE__ */ createState(STATE_KEY, {
  parse: (value) => (isRecord(value) ? value : undefined),
  isEqual: (a, b) => a === b || canonicalJson(a) === canonicalJson(b),
})

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Marks an item that only nests a list as part of the item before, in which the list is stored. See `blocks/list.tsx`. */
export const joinedState = /* @__PURE__ */ createState('joined', { parse: (value) => value === true })

/** An element whose DOM changes only with its children. */
abstract class FixedElementNode extends ElementNode {
  override updateDOM(): boolean {
    return false
  }
}

/** A decorator whose DOM never changes, besides what it is decorated with. */
export abstract class FixedDecoratorNode<T> extends DecoratorNode<T> {
  override updateDOM(): boolean {
    return false
  }
}

/** Splits the line or link around a block that was put into it, by a paste or a link. */
export function $splitAround(block: LexicalNode): void {
  const parent = block.getParent()
  if (block.isInline() || !parent || $isRootOrShadowRoot(parent)) return
  const index = block.getIndexWithinParent()
  block.remove(true)
  const [before, after] = $splitNode(parent, index)
  after.insertBefore(block)
  for (const half of [before, after]) if (half && isEffectivelyEmpty(half)) half.remove()
}

/** Whether an element contains nothing but a single chain of empty elements. */
export function isEffectivelyEmpty(element: ElementNode): boolean {
  const first = element.getFirstDescendant()
  return first === null || ($isElementNode(first) && first === element.getLastDescendant())
}

/** A block of an unknown type: its text can be edited, its type and keys are preserved. */
export class UnknownBlockNode extends FixedElementNode {
  override $config() {
    return this.config('unknown-block', { extends: ElementNode, stateConfigs: [storedKeys] })
  }

  override createDOM(): HTMLElement {
    return unknownElement('div', this)
  }

  /** Holds blocks like a root, or text like a paragraph. */
  override isShadowRoot(): boolean {
    const first = this.getFirstChild()
    return ($isElementNode(first) || $isDecoratorNode(first)) && !first.isInline()
  }
}

/** As {@link UnknownBlockNode}, within a line of text. */
export class UnknownInlineNode extends FixedElementNode {
  override $config() {
    return this.config('unknown-inline', { extends: ElementNode, stateConfigs: [storedKeys] })
  }

  override createDOM(): HTMLElement {
    return unknownElement('span', this)
  }

  override isInline(): boolean {
    return true
  }
}

function unknownElement(tag: 'div' | 'span', node: ElementNode): HTMLElement {
  const element = elementOf(tag, `editor-${node.getType()}`)
  const type = $getState(node, storedKeys)?.type
  if (typeof type === 'string') element.dataset.type = type
  return element
}

export const elementOf = (tag: string, className: string): HTMLElement =>
  Object.assign(document.createElement(tag), { className })

/** A scene break, which is selected as a whole. The app’s class `prose` styles it. */
export class SceneBreakNode extends FixedDecoratorNode<null> {
  override $config() {
    return this.config('scene-break', {
      extends: DecoratorNode,
      $transform: $splitAround,
      stateConfigs: [storedKeys],
    })
  }

  override createDOM(): HTMLElement {
    return elementOf('hr', 'scene-break')
  }

  override getTextContent(): string {
    return SCENE_BREAK
  }

  override isInline(): boolean {
    return false
  }
}

export const $createSceneBreak = (): SceneBreakNode => $create(SceneBreakNode)

export function $selectNode(node: LexicalNode): void {
  const selection = $createNodeSelection()
  selection.add(node.getKey())
  $setSelection(selection)
}

// Their key `note` is node state. Numbers are painted by `footnotes.ts`, which is loaded later.

/** A footnote, which holds text and stays at the end of the text. */
export class FootnoteNode extends FixedElementNode {
  override $config() {
    return this.config('footnote', { extends: ElementNode, stateConfigs: [storedKeys] })
  }

  override createDOM(): HTMLElement {
    return elementOf('div', 'editor-footnote')
  }
}

export const $isFootnote = (node: LexicalNode | null | undefined): node is FootnoteNode =>
  node instanceof FootnoteNode

/** The next block of the text before the footnotes. */
export function $nextInBody(block: LexicalNode): LexicalNode | null {
  const next = block.getNextSibling()
  return $isFootnote(next) ? null : next
}

/** Moves the caret to the end of a block, or of one that holds no caret to the line below, which is added to the end of the text. */
export function $selectEndOf(block: LexicalNode): void {
  if ($isElementNode(block)) block.selectEnd()
  else if ($nextInBody(block)) block.selectNext(0, 0)
  else block.insertAfter($createParagraphNode()).selectStart()
}

/** The last block of the text before the footnotes. */
export const $lastInBody = (): LexicalNode | undefined =>
  $getRoot()
    .getChildren()
    .findLast((block) => !$isFootnote(block))

/** Moves the caret, or with `isExtended` the end of the selection alone, to the end of the text before the footnotes. */
export function $selectEndOfBody(isExtended = false): void {
  const last = $lastInBody()
  const selection = $getSelection()
  if (last && isExtended && $isRangeSelection(selection)) $moveToEndOf(selection.focus, last)
  else if ($isElementNode(last)) last.selectEnd()
  else if (last) $selectNode(last)
}

/**
 * Ends a selection that goes from the text into a footnote, or beyond one, at the end of the part in which it begins.
 * @returns false, so that it can handle a command before others
 */
export function $keepOutOfFootnotes(): false {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || selection.isCollapsed()) return false
  const [start, end] = endsOf(selection)
  const [first, last] = [start, end].map((point) => point.getNode().getTopLevelElement())
  const part = $isFootnote(first) ? first : $isFootnote(last) && $lastInBody()
  if (part && last && !part.is(last)) $moveToEndOf(end, part)
  return false
}

const $moveToEndOf = (point: PointType, block: LexicalNode) =>
  $setPointFromCaret(point, $normalizeCaret($getSiblingCaret(block, 'next').getFlipped()))

/** The number of a footnote in the text. The caret passes it like a letter. */
export class FootnoteReferenceNode extends FixedDecoratorNode<null> {
  override $config() {
    return this.config('footnote-reference', { extends: DecoratorNode, stateConfigs: [storedKeys] })
  }

  override createDOM(): HTMLElement {
    return elementOf('sup', 'footnote-reference')
  }

  override isKeyboardSelectable(): boolean {
    return false
  }
}

export const $isFootnoteReference = (node: LexicalNode | null | undefined): node is FootnoteReferenceNode =>
  node instanceof FootnoteReferenceNode
