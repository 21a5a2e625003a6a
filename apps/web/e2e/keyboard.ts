import { expect, type Locator, type Page } from '@playwright/test'

interface Way {
  /** Moves with Shift+Tab. */
  backwards?: boolean
  /** The largest number of key presses. */
  within?: number
}

/** Moves to a control with the Tab key, in as few presses as a person would accept. Every stop must show the focus. */
export async function tabTo(page: Page, control: Locator, { backwards = false, within = 40 }: Way = {}) {
  await expect(control).toBeAttached()
  for (let presses = 0; presses <= within; presses++) {
    if (presses > 0) await pressTab(page, backwards)
    await expectVisibleFocus(page)
    if (await control.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${control} was not reached in ${within} presses of Tab`)
}

/** Leaves the text, in which Tab indents unless Escape was pressed before. */
async function pressTab(page: Page, backwards: boolean) {
  const isInText = () =>
    page.evaluate(() => (document.activeElement as HTMLElement | null)?.isContentEditable === true)
  const wasInText = await isInText()
  await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab')
  if (!wasInText || backwards || !(await isInText())) return
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
}

/** Moves to a control and presses it. */
export async function tabAndPress(page: Page, control: Locator, way?: Way) {
  await tabTo(page, control, way)
  await page.keyboard.press('Enter')
}

/** Moves to a field and replaces its value. */
export async function tabAndType(page: Page, field: Locator, text: string, way?: Way) {
  await tabTo(page, field, way)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Checks for an outline, a shadow or a caret; for an invisible file input, on the label around it. */
async function expectVisibleFocus(page: Page) {
  const unmarked = await page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body || focused.isContentEditable) return
    const isMarked = [focused, focused.closest('label')].some((element) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    })
    if (!isMarked) return focused.outerHTML.slice(0, 200)
  })
  expect(unmarked, 'the focus is visible').toBeUndefined()
}
