import type { Page } from '@playwright/test'
import { write } from '../../test-site.ts'
import { expect, test } from '../test.ts'
import { p } from './blocks.ts'
import { takeMarks } from './caret.ts'
import { prepareField, readText, showText } from './field.ts'
import type { Row } from './row.ts'

/** Defines a test for every table, with a step for every row. All have one page with an article in the editor. */
export function expectRows(tables: Record<string, readonly Row[]>): void {
  test.use({ isShared: true })
  test.beforeAll(async ({ openShared, site }) => {
    const page = await openShared()
    await prepareField(page)
    const id = await write(site.api, { title: 'Rows' })
    await page.goto(`/admin/draft/edit/${id}`)
    await expect(page.locator('.editor-footer')).not.toBeEmpty()
  })
  for (const [name, rows] of Object.entries(tables))
    test(name, async ({ page }) => {
      test.setTimeout(rows.length * 30_000)
      for (const row of rows)
        await test
          .step(row.name, () => expectRow(page, row))
          .catch((error) => expect.soft(error, row.name).toBeUndefined())
    })
}

async function expectRow(page: Page, { from = [p('|')], do: steps, to, also }: Row): Promise<void> {
  const before = takeMarks(from)
  await showText(page, before.blocks, before.selected)
  for (const step of steps) await step(page)
  await expect.poll(() => readText(page)).toMatchObject(takeMarks(to))
  await also?.(page)
}
