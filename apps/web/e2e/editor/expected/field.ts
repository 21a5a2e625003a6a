import type { ElementNode } from '@nightdesk/contracts'
import { fromLexical, toLexical } from '@nightdesk/editor/convert'
import type { Page } from '@playwright/test'
import { nextFrame } from '../test.ts'
import type { Position, Selected } from './caret.ts'

type State = ReturnType<typeof toLexical>

/** The part of Lexical’s editor, a property of its root element, that is used here. */
interface Editor {
  _commands: Map<{ type?: string }, unknown>
  setEditorState(state: unknown): void
  parseEditorState(state: State): unknown
  getEditorState(): { toJSON(): State }
  dispatchCommand(command: { type?: string }, payload: undefined): void
}

declare global {
  interface Window {
    expectedField: ReturnType<typeof fieldInPage>
  }
}

/** Installs the functions below on every page opened from now on. */
export const prepareField = (page: Page) => page.addInitScript(`window.expectedField = (${fieldInPage})()`)

/** Replaces the text and clears the undo history, then places the caret. */
export async function showText(page: Page, blocks: ElementNode[], selected: Selected = null): Promise<void> {
  await page.evaluate((state) => window.expectedField.show(state), toLexical(blocks))
  // Focusing moves the caret, so it comes first.
  await nextFrame(page)
  if (selected) await page.evaluate((positions) => window.expectedField.select(positions), selected)
  await nextFrame(page)
}

/** Reads the content as it would be saved, and the selection. */
export async function readText(page: Page): Promise<{ blocks: ElementNode[]; selected: Selected }> {
  const { state, selected } = await page.evaluate(() => window.expectedField.read())
  return { blocks: fromLexical(state), selected }
}

/** Runs in the page, so it can use no module of its own. */
function fieldInPage() {
  type Field = HTMLElement & { __lexicalEditor: Editor }
  const LINES = 'p, h1, h2, h3, h4, h5, h6, blockquote, li, code, .scene-break, .editor-image'
  const find = () => document.querySelector('[contenteditable]') as Field
  const isBreak = (node: Node) =>
    node instanceof HTMLBRElement && !node.hasAttribute('data-lexical-managed-linebreak')
  /** Counted as in `caret.ts`. */
  const lines = () =>
    [...find().querySelectorAll(LINES)].filter(
      (line) =>
        (line.localName !== 'code' || line.parentElement === find()) &&
        !line.parentElement?.closest('.editor-image') &&
        !line.matches('li:has(> ul:first-child, > ol:first-child)'),
    )

  function toDom([line, offset]: Position): [Node, number] {
    const element = lines()[line]
    if (!element) throw new Error(`There is no line ${line}`)
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let left = offset; walker.nextNode(); ) {
      const node = walker.currentNode
      if (node instanceof Text) {
        if (left <= node.length) return [node, left]
        left -= node.length
      } else if (isBreak(node)) {
        const parent = node.parentNode as Node // a node below the line has a parent
        if (left === 0) return [parent, [...parent.childNodes].indexOf(node as ChildNode)]
        left--
      }
    }
    return [element, element.childNodes.length]
  }

  function fromDom(node: Node | null, offset: number): Position | null {
    const all = lines()
    const line = all.findLastIndex((one) => one.contains(node))
    if (line === -1 || !node) return null
    const range = document.createRange()
    range.setStart(all[line] as Element, 0)
    range.setEnd(node, offset)
    const before = range.cloneContents()
    return [
      line,
      (before.textContent ?? '').length + [...before.querySelectorAll('br')].filter(isBreak).length,
    ]
  }

  return {
    show(state: State) {
      const editor = find().__lexicalEditor
      editor.setEditorState(editor.parseEditorState(state))
      for (const command of editor._commands.keys())
        if (command.type === 'CLEAR_HISTORY_COMMAND') editor.dispatchCommand(command, undefined)
      find().focus()
    },
    select({ anchor, focus }: NonNullable<Selected>) {
      getSelection()?.setBaseAndExtent(...toDom(anchor), ...toDom(focus))
    },
    read() {
      const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection() as Selection // null only in hidden frames
      const image = document.querySelector('.editor-image[data-selected]')
      const anchor = image ? fromDom(image, 0) : fromDom(anchorNode, anchorOffset)
      const focus = image ? anchor : fromDom(focusNode, focusOffset)
      const state = find().__lexicalEditor.getEditorState().toJSON()
      return { state, selected: anchor && focus && { anchor, focus } }
    },
  }
}
