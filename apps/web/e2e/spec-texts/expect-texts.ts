import { expect } from '@playwright/test'
import { find } from './find.ts'
import { describeRow, type Row } from './row.ts'
import { test } from './test.ts'

/** Defines a test for each row of a table, which expects the exact text on its screen. */
export function expectTexts(table: string, rows: Row[]): void {
  test.describe(table, () => {
    for (const row of rows) {
      test(describeRow(row), async ({ stage }) => {
        const found = find(await stage.look(row), row)
        await stage.expectVisible(row, found)
        if (row.to) await expect(found).toHaveAttribute('href', row.to)
      })
    }
  })
}
