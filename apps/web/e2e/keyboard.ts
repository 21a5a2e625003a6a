import { expect, type Locator, type Page } from '@playwright/test'

interface Way {
  /** With Shift+Tab. */
  backwards?: boolean
  /** Most presses it may take. */
  within?: number
}

/** Goes to a control with the Tab key, as far as a person would; every stop on the way must show the focus. */
export async function tabTo(page: Page, control: Locator, { backwards = false, within = 40 }: Way = {}) {
  await expect(control).toBeAttached()
  for (let presses = 0; presses <= within; presses++) {
    if (presses > 0) await pressTab(page, backwards)
    await expectVisibleFocus(page)
    if (await control.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${control} was not reached in ${within} presses of Tab`)
}

/** The text keeps Tab, unless Escape was the key before it. */
async function pressTab(page: Page, backwards: boolean) {
  const isInText = () =>
    page.evaluate(() => (document.activeElement as HTMLElement | null)?.isContentEditable === true)
  const wasInText = await isInText()
  await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab')
  if (!wasInText || backwards || !(await isInText())) return
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
}

/** Goes to a control and presses it. */
export async function tabAndPress(page: Page, control: Locator, way?: Way) {
  await tabTo(page, control, way)
  await page.keyboard.press('Enter')
}

/** Goes to a field and replaces what it holds. */
export async function tabAndType(page: Page, field: Locator, text: string, way?: Way) {
  await tabTo(page, field, way)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** An outline or a shadow, or a caret; for a file input, which cannot be seen, on the label around it. */
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
