import { Command } from '@commander-js/extra-typings'
import { undoImport } from '@nightdesk/import'
import { readEnv } from '../../env.ts'
import { changesPages } from '../../import/changes-pages.ts'
import { readReceipt } from '../../import/read-receipt.ts'
import { withProgressBar } from '../../progress-bar.ts'
import { withDatabase } from '../../with-database.ts'

export const undo = new Command('undo')
  .description('Delete what an import made, except for what was edited since')
  .argument('<id>', 'the number that the import printed')
  .action(async (given, _, command) => {
    if (!/^[1-9]\d{0,9}$/.test(given)) command.error(`An import has a number, not ${given}`)
    const env = readEnv()
    const items = await withDatabase(env, async ({ db }) => {
      const transactions = changesPages(db, env)
      await withProgressBar('items', (onProgress) =>
        undoImport({ ...transactions, onProgress }, Number(given), null),
      )
      return readReceipt(db, Number(given))
    })
    const left = items.filter(({ state }) => state === 'left')
    const undone = items.filter(({ state }) => state === 'undone').length
    console.log(`Deleted: ${undone}. Edited since, and left as they are: ${left.length}.`)
    for (const { title, article_id } of left) console.log(`  ${title} (/post/${article_id})`)
  })
