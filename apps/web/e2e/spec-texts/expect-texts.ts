import { expect } from '@playwright/test'
import { find } from './find.ts'
import { describeRow, describeScene, type Row } from './row.ts'
import { test } from './test.ts'

/**
 * Defines a test for each screen in a state, which expects the exact texts of all its rows. Rows that share an action
 * name it in the same words.
 */
export function expectTexts(table: string, rows: Row[]): void {
  test.describe(table, () => {
    for (const [scene, texts] of Map.groupBy(rows, describeScene)) {
      test(scene, async ({ stage }) => {
        // Notices go after some seconds.
        for (const row of texts.toSorted((a, b) => Number(b.as === 'notice') - Number(a.as === 'notice'))) {
          const found = find(await stage.look(row), row)
          await test.step(describeRow(row), () => stage.expectVisible(row, found))
          if (row.to) await expect.soft(found).toHaveAttribute('href', row.to)
        }
      })
    }
  })
}
