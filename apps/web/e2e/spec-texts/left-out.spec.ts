import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'

/** Texts of the specification that are not in the table, with the reason and the file that tests them instead. */
interface LeftOut {
  text: string
  because: string
  heldBy: string
}

const leftOut: LeftOut[] = [
  {
    text: 'No articles found. Check back soon!',
    because: 'it takes a site without stories',
    heldBy: 'apps/web/src/site/pages/home.test.ts',
  },
  {
    text: 'No worker processes found. Make sure Celery workers are running.',
    because: 'our workers are others, and the text names ours',
    heldBy: 'docs/deviations.md',
  },
  {
    text: 'Failed to fetch stats',
    because: 'it is internal: no screen shows it',
    heldBy: 'docs/deviations.md',
  },
  {
    text: 'Updated: ',
    because: 'it takes a story that is edited on another day than it was published',
    heldBy: 'apps/web/src/site/pages/article.test.ts',
  },
  {
    text: 'Unknown error',
    because: 'the server never fails without a sentence',
    heldBy: 'apps/web/src/admin/settings/system-status.test.ts',
  },
]

for (const { text, because, heldBy } of leftOut) {
  test(`“${text}” is left out because ${because}; ${heldBy} has it`, async () => {
    expect(await readFile(heldBy, 'utf8')).toContain(text)
  })
}
