import { expect } from '@playwright/test'
import { find } from './find.ts'
import { describeRow, type Row } from './row.ts'
import { test } from './test.ts'

/** A test for each row of the tables, to be called by a spec file: every text letter for letter, on its screen. */
export function holdTexts(tables: Record<string, Row[]>): void {
  // What fails is named by its row; recording every screen would take longer than looking at it.
  test.use({ trace: 'off' })
  for (const [name, rows] of Object.entries(tables)) {
    test.describe(name, () => {
      for (const row of rows) {
        test(describeRow(row), async ({ stage }) => {
          const found = find(await stage.look(row), row)
          await stage.expectVisible(row, found)
          if (row.to) await expect(found).toHaveAttribute('href', row.to)
        })
      }
    })
  }
}
