import type { ElementNode } from '@nightdesk/contracts'
import type { Page } from '@playwright/test'
import { nextFrame } from '../test.ts'

/** A row of the table of what the editor is expected to do. */
export interface Row {
  /** What is done, and what is expected, as a sentence. The name of the test. */
  name: string
  /** What the text is before, with the caret; an empty paragraph unless told. */
  from?: ElementNode[]
  do: Step[]
  /** What the text is after, and where the caret is if it is marked. */
  to: ElementNode[]
  /** What else is expected. */
  also?: (page: Page) => Promise<void>
}

export type Step = (page: Page) => Promise<unknown>

/** Presses keys, one after the other. */
export const press =
  (...keys: string[]): Step =>
  async (page) => {
    for (const key of keys) {
      await page.keyboard.press(key)
      // The page hears of a caret that was moved a frame later.
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

/** Below the last block, where the field goes on. */
export const clickBelow: Step = async (page) => {
  const field = page.locator('[contenteditable]').first()
  const { height = 0 } = (await field.boundingBox()) ?? {}
  await field.click({ position: { x: 40, y: height - 4 } })
  await nextFrame(page)
}

/** A text that arrives at once: from dictation, the clipboard of a keyboard on the screen, an extension. */
export const insert =
  (text: string): Step =>
  (page) =>
    page.evaluate((value) => document.execCommand('insertText', false, value), text)

/** What Cmd+Backspace means on a Mac, and the backspace key held on some phones. */
export const deleteLine: Step = (page) =>
  page
    .locator('[contenteditable]')
    .first()
    .evaluate((field) => {
      const inputType = 'deleteSoftLineBackward'
      field.dispatchEvent(new InputEvent('beforeinput', { inputType, bubbles: true, cancelable: true }))
    })

/** A word that an input method composes in steps and then commits. */
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

/** Puts texts on the real clipboard and presses the keys of paste. */
export const paste =
  (clipboard: Clipboard): Step =>
  async (page) => {
    await page.evaluate(async (types) => {
      const blobs = Object.entries(types).map(([mime, text]) => [mime, new Blob([text], { type: mime })])
      await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
    }, clipboard)
    await page.keyboard.press('ControlOrMeta+v')
  }

/** Pastes what programs put on the clipboard, as it is: browsers clean what a page puts there. */
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
