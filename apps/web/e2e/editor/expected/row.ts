import type { ElementNode } from '@nightdesk/contracts'
import type { Page } from '@playwright/test'
import { nextFrame } from '../test.ts'

/** A row of the table of expected behaviour. */
export interface Row {
  /** Action and expectation as a sentence, which is the name of the step. */
  name: string
  /** The text before, with the caret. Default: an empty paragraph. */
  from?: ElementNode[]
  do: Step[]
  /** The expected text, and the caret if it is marked. */
  to: ElementNode[]
  /** Further expectations. */
  also?: (page: Page) => Promise<void>
}

export type Step = (page: Page) => Promise<unknown>

/** Presses keys, one after the other. */
export const press =
  (...keys: string[]): Step =>
  async (page) => {
    for (const key of keys) {
      await page.keyboard.press(key)
      // The page receives the selection change a frame later.
      if (MOVES.test(key)) await nextFrame(page)
    }
  }

const MOVES = /Arrow|Home|End|Page|\+a$/

export const undo = press('ControlOrMeta+z')
export const redo = press('ControlOrMeta+Shift+z')

/** Types letter by letter. */
export const type =
  (text: string): Step =>
  (page) =>
    page.keyboard.type(text)

/** Clicks into the field below the last block. */
export const clickBelow: Step = async (page) => {
  const field = page.locator('[contenteditable]').first()
  const { height = 0 } = (await field.boundingBox()) ?? {}
  await field.click({ position: { x: 40, y: height - 4 } })
  await nextFrame(page)
}

/** Inserts text at once, like dictation, a virtual keyboard’s clipboard or an extension. */
export const insert =
  (text: string): Step =>
  (page) =>
    page.evaluate((value) => document.execCommand('insertText', false, value), text)

/** Deletes to the start of the line, like Cmd+Backspace on a Mac and a held backspace key on some phones. */
export const deleteLine: Step = (page) =>
  page
    .locator('[contenteditable]')
    .first()
    .evaluate((field) => {
      const inputType = 'deleteSoftLineBackward'
      field.dispatchEvent(new InputEvent('beforeinput', { inputType, bubbles: true, cancelable: true }))
    })

/** Composes a word in steps like an input method, and then commits it. */
export const composed =
  (...steps: string[]): Step =>
  async (page) => {
    const session = await page.context().newCDPSession(page)
    for (const text of steps)
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    await session.send('Input.insertText', { text: steps.at(-1) ?? '' })
    await session.detach()
  }

interface Clipboard {
  'text/html'?: string
  'text/plain'?: string
}

/** Writes texts to the real clipboard and pastes them by key. */
export const paste =
  (clipboard: Clipboard): Step =>
  async (page) => {
    await page.evaluate(async (types) => {
      const blobs = Object.entries(types).map(([mime, text]) => [mime, new Blob([text], { type: mime })])
      await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
    }, clipboard)
    await page.keyboard.press('ControlOrMeta+v')
  }

/** Pastes clipboard data of programs unchanged, as browsers sanitize what a page writes to the clipboard. */
export const pasteRaw =
  (clipboard: Clipboard & { 'text/rtf'?: string }): Step =>
  (page) =>
    page
      .locator('[contenteditable]')
      .first()
      .evaluate((field, types) => {
        const clipboardData = new DataTransfer()
        for (const [mime, text] of Object.entries(types)) clipboardData.setData(mime, text)
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, clipboard)
