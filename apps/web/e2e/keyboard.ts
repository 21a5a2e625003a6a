import { expect, type Locator, type Page } from '@playwright/test'

export interface Way {
  /** Moves with Shift+Tab. */
  backwards?: boolean
  /** The largest number of key presses. */
  within?: number
}

/** Moves to a control with the Tab key, in as few presses as a person would accept. Every stop must show the focus. */
export async function tabTo(page: Page, control: Locator, { backwards = false, within = 40 }: Way = {}) {
  await expect(control).toBeAttached()
  const tab = backwards ? 'Shift+Tab' : 'Tab'
  let focus = await control.evaluate(describeFocus)
  for (let presses = 0; ; presses++) {
    expect(focus.unmarked, 'the focus is visible').toBeUndefined()
    if (focus.isThere) return
    if (presses === within) throw new Error(`${control} was not reached in ${within} presses of Tab`)
    const wasInText = focus.isInText
    await page.keyboard.press(tab)
    focus = await control.evaluate(describeFocus)
    // In the text, Tab indents unless Escape was pressed before.
    if (!wasInText || backwards || !focus.isInText) continue
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    focus = await control.evaluate(describeFocus)
  }
}

/** Whether the focus is visible: by an outline, a shadow or a caret; of an invisible file input, on the label around it. */
function describeFocus(control: Element) {
  const focused = document.activeElement
  const isThere = focused === control
  if (!(focused instanceof HTMLElement) || focused === document.body) return { isThere, isInText: false }
  if (focused.isContentEditable) return { isThere, isInText: true }
  const isMarked = [focused, focused.closest('label')].some((element) => {
    if (!element) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  })
  return { isThere, isInText: false, unmarked: isMarked ? undefined : focused.outerHTML.slice(0, 200) }
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

/** The suggestion that Enter chooses. */
export const highlighted = (page: Page) => page.locator('[role=option][data-highlighted]')
