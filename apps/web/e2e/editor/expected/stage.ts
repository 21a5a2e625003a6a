import type { Page } from '@playwright/test'
import { signInPage } from '../../test-site.ts'
import { test as base, expect } from '../test.ts'
import { p } from './blocks.ts'
import { takeMarks } from './caret.ts'
import { prepareField, readText, showText } from './field.ts'
import type { Row } from './row.ts'

/** One page with an article in the editor, for all rows of a file. */
export const test = base.extend<object, { stage: Page }>({
  stage: [
    async ({ browser, site }, use) => {
      const context = await browser.newContext({
        baseURL: site.stack.url,
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      const page = await context.newPage()
      await signInPage(page, site.token)
      await prepareField(page)
      const { article } = await (
        await site.api.post('/admin/articles', { data: { title: 'Rows', content: [] } })
      ).json()
      await page.goto(`/admin/draft/edit/${article.id}`)
      await expect(page.locator('.editor-footer')).not.toBeEmpty()
      await use(page)
      await context.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Defines a test for every row. */
export function expectRows(rows: readonly Row[]): void {
  for (const row of rows) test(row.name, ({ stage }) => expectRow(stage, row))
}

async function expectRow(page: Page, { from = [p('|')], do: steps, to, also }: Row): Promise<void> {
  const before = takeMarks(from)
  await showText(page, before.blocks, before.selected)
  for (const step of steps) await step(page)
  await expect.poll(() => readText(page)).toMatchObject(takeMarks(to))
  await also?.(page)
}
