import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { find } from './find.ts'
import { leftOut } from './left-out.ts'
import { describeRow } from './row.ts'
import { tables } from './rows/tables.ts'
import { test } from './test.ts'

// Every text that the specification quotes, letter for letter, on its screen and in the state that brings it up.

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

for (const { text, because, heldBy } of leftOut) {
  test(`“${text}” is left out because ${because}; ${heldBy} has it`, async () => {
    expect(await readFile(heldBy, 'utf8')).toContain(text)
  })
}
