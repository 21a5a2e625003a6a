import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { type ExportReport, writeExport } from '@nightdesk/export'
import { openStore } from '@nightdesk/storage'
import { readEnv } from '../env.ts'
import { withDatabase } from '../with-database.ts'

export const exportStories = new Command('export')
  .description(
    'Write all stories with their pictures into a new folder or zip file, also while the site runs',
  )
  .argument('<target>', 'The folder, or the file if it ends with .zip')
  .action(async (target) => {
    const env = readEnv()
    const path = resolve(target)
    const site = { name: env.SITE_NAME, url: env.SITE_URL }
    const storage = await openStore(env)
    const report = await withDatabase(env, ({ db }) => writeExport({ db, storage, site }, path))
    console.log(`Wrote ${path}: ${report.stories} stories, ${report.pictures} pictures.`)
    for (const sentence of warningsOf(report)) console.error(sentence)
  })

function warningsOf({ unpublished_changes, missing_pictures }: ExportReport): string[] {
  return [
    ...(unpublished_changes > 0
      ? [`Published stories with newer changes: ${unpublished_changes}. The export has what readers see.`]
      : []),
    ...(missing_pictures.length > 0 ? [`The storage lacks these files: ${missing_pictures.join(', ')}`] : []),
  ]
}
