import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { oldSite, oldSiteProblem } from '@nightdesk/contracts'
import { undoImport } from '@nightdesk/import'
import { askReading } from '@nightdesk/import/reading-process'
import { FAILURE, USAGE } from '../command-line.ts'
import { withDatabase } from '../database.ts'
import { readEnv } from '../env.ts'
import type { Reply, Request } from '../import-process.ts'
import { changesPages, describeItems, type ItemRow, readReceipt } from '../import-receipt.ts'
import { withProgressBar } from '../terminal.ts'

const undo = new Command('undo')
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

const as = new Option(
  '--as <state>',
  'Everything as a draft, or as it was: what was public is public at once',
)
  .choices(['draft', 'original'])
  .default('draft')

export const importCommand = new Command('import')
  .addCommand(undo)
  .description('Bring in the stories of another product; may be interrupted and run again')
  .argument('<file>', 'an export of it: a file, or a folder')
  .addOption(as)
  .option('--dry-run', 'Show what comes along, is changed and is lost, and write nothing')
  .option('--no-pictures', 'Leave pictures on the old site; those in the file come along')
  .option(
    '--site <url>',
    'Where the old site was, for pictures and links of a file that does not say it',
    parseSite,
  )
  .option('--wayback', 'Look in the Wayback Machine for pictures that the old site no longer has')
  .option('--json', 'As JSON, for programs')
  .action(async (file, { as: imports_as, dryRun: isDry, pictures, site = null, wayback, json }) => {
    const choices = { imports_as, fetches_pictures: pictures, site, wayback: wayback === true }
    const { id, items, addresses } = await readFile({ file, isDry: isDry === true, ...choices })
    console.log(json ? JSON.stringify({ id, items, addresses }, null, 2) : describeItems(items, addresses))
    process.exitCode = exitCodeOf(items)
    if (id !== undefined && !json) console.log(`To take it back: nightdesk import undo ${id}`)
  })

function parseSite(given: string): string {
  const site = oldSite(given)
  if (site === undefined) throw new InvalidArgumentError(oldSiteProblem(given) ?? '')
  return site
}

/** A file of which nothing can be read is a wrong argument, as one that is refused at once. */
function exitCodeOf(items: readonly ItemRow[]): number {
  if (!items.some(({ state }) => state === 'failed')) return 0
  return items.every(({ state }) => state === 'failed') ? USAGE : FAILURE
}

/** In a process of its own, so that a text that takes too long is left out. */
const readFile = (request: Omit<Request, 'url'>): Promise<Reply> =>
  withDatabase(readEnv(), ({ url }) =>
    withProgressBar('items', async (onProgress) => {
      const script = new URL('../import-process.ts', import.meta.url)
      const reply = await askReading<Reply>(script, { ...request, url }, { heaps: [0], onProgress })
      return reply as Reply // it is always wanted
    }),
  )
