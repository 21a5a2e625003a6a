import { connect } from '@nightdesk/db'
import { openSource } from '@nightdesk/import'
import { answerReading } from '@nightdesk/import/reading-process'
import { type Env, readEnv } from '../env.ts'
import type { ItemRow } from './describe-items.ts'
import { dryRun } from './dry-run.ts'
import { type ImportOptions, importFile } from './import-file.ts'

export interface Request extends Omit<ImportOptions, 'source'> {
  /** Of the database. */
  url: string
  isDry: boolean
}

export interface Reply {
  /** Undefined if nothing was written. */
  id?: number
  items: ItemRow[]
}

// The settings are those of the command, as the environment is.
answerReading<Request, Reply>(async ({ url, isDry, ...options }, guard, onProgress) => {
  const env: Env = readEnv()
  await using resources = new AsyncDisposableStack()
  const { db, close } = connect(url)
  resources.defer(close)
  const source = await openSource(options.file)
  resources.defer(source.close)
  if (isDry) return { items: await dryRun(db, guard(source)) }
  return await importFile(db, env, { ...options, source: guard(source), onProgress })
})
