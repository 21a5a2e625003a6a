import type { Page } from '@playwright/test'
import { signInPage } from '../../desk.ts'
import { test as base, expect } from '../test.ts'
import { p } from './blocks.ts'
import { takeMarks } from './caret.ts'
import { prepareField, readText, showText } from './field.ts'
import type { Row } from './row.ts'

/** One page with an article open in the editor, on which all rows of a file are tried. */
export const test = base.extend<object, { stage: Page }>({
  stage: [
    async ({ browser, desk }, use) => {
      const context = await browser.newContext({
        baseURL: desk.stack.url,
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      const page = await context.newPage()
      await signInPage(page, desk.token)
      await prepareField(page)
      const { article } = await (
        await desk.api.post('/admin/articles', { data: { title: 'Rows', content: [] } })
      ).json()
      await page.goto(`/admin/draft/edit/${article.id}`)
      await expect(page.locator('.editor-footer')).not.toBeEmpty()
      await use(page)
      await context.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** A test for every row. */
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
