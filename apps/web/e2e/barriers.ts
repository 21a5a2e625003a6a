import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** No barrier and no scrolling sideways at any width, by day and by night. `part` narrows it to what a selector finds. */
export async function expectNoBarrierAt(page: Page, widths: readonly number[], part = 'html') {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
    const all = look(page, part).withTags(RULES)
    expect.soft(await barriers(all), `${width} px`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(overflow, `${width} px, sideways`).toBeLessThanOrEqual(0)
    // By night the page is the same but for its colours.
    await page.emulateMedia({ colorScheme: 'dark' })
    const colors = look(page, part).withRules(['color-contrast', 'link-in-text-block'])
    expect.soft(await barriers(colors), `${width} px, dark`).toEqual([])
  }
}

/** In the page itself, which has no frames: otherwise each look would open a page of its own. Only barriers are told. */
const look = (page: Page, part: string) =>
  new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .include(part)

async function barriers(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
