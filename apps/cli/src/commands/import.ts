import { Command, Option } from '@commander-js/extra-typings'
import { openSource } from '@nightdesk/import'
import { type Env, readEnv } from '../env.ts'
import { describeItems, type ItemRow } from '../import/describe-items.ts'
import { dryRun } from '../import/dry-run.ts'
import { type ImportOptions, importFile } from '../import/import-file.ts'
import { withDatabase } from '../with-database.ts'
import { undo } from './import/undo.ts'

const as = new Option('--as <state>', 'Everything as a draft, or as it was')
  .choices(['draft', 'original'])
  .default('original')

export const importCommand = new Command('import')
  .addCommand(undo)
  .description('Bring in the stories of another product; may be interrupted and run again')
  .argument('<file>', 'an export of it: a file, or a folder')
  .addOption(as)
  .option('--dry-run', 'Show what comes along, is changed and is lost, and write nothing')
  .option('--no-pictures', 'Leave pictures on the old site; those in the file come along')
  .option('--wayback', 'Look in the Wayback Machine for pictures that the old site no longer has')
  .option('--json', 'As JSON, for programs')
  .action(async (file, { as: imports_as, dryRun: isDry, pictures, wayback, json }) => {
    const env = readEnv()
    const source = await openSource(file)
    try {
      if (isDry) print(await withDatabase(env, ({ db }) => dryRun(db, source)), json)
      else {
        const choices = { imports_as, fetches_pictures: pictures, wayback: wayback === true }
        await run(env, { file, source, ...choices }, json)
      }
    } finally {
      await source.close()
    }
  })

async function run(env: Env, options: ImportOptions, json: true | undefined): Promise<void> {
  const { id, items } = await withDatabase(env, ({ db }) => importFile(db, env, options))
  print(items, json, id)
  if (!json) console.log(`To take it back: nightdesk import undo ${id}`)
}

function print(items: ItemRow[], json: true | undefined, id?: number): void {
  console.log(json ? JSON.stringify({ id, items }, null, 2) : describeItems(items))
}
