import { resolve } from 'node:path'
import { Command, Option } from '@commander-js/extra-typings'
import { lockedSite } from '@nightdesk/config'
import { readSite } from '@nightdesk/db'
import { type ExportReport, type StaticReport, writeExport, writeStaticSite } from '@nightdesk/export'
import { openStore } from '@nightdesk/storage'
import { withDatabase } from '../database.ts'
import { type Env, readEnv } from '../env.ts'

const asSite = new Option(
  '--static',
  'The public site as pages to read from a disk or to serve by any web server, in place of the stories',
).conflicts(['epub', 'versions', 'analytics'])

export const exportStories = new Command('export')
  .description(
    'Write all stories with their pictures into a new folder or zip file, also while the site runs',
  )
  .argument('<target>', 'The folder, or the file if it ends with .zip')
  .addOption(asSite)
  .option('--epub', 'Also the e-book of each published story')
  .option('--versions', 'Also all versions of each story, as lines of JSON')
  .option('--analytics', 'Also the views of each story and day, as CSV')
  .action(async (target, choices) => {
    const env = readEnv()
    const path = resolve(target)
    if (choices.static) printSite(path, await exportSite(env, path))
    else printStories(path, await exportAll(env, path, choices))
  })

type Choices = Partial<Record<'epub' | 'versions' | 'analytics', boolean>>

const exportAll = (env: Env, path: string, { epub, versions = false, analytics = false }: Choices) =>
  withDatabase(env, async ({ db }) => {
    const storage = await openStore(env)
    const site = { ...(await readSite(db, lockedSite(env))).site, url: env.SITE_URL }
    // The code that makes e-books is loaded when it is needed.
    const renditions = epub ? await import('@nightdesk/renditions') : null
    const log = { warn: (_facts: object, message: string) => console.error(message) }
    using books = await renditions?.openEbooks({ db, storage, readSite: async () => site }, log)
    return await writeExport({ db, storage, site }, path, { versions, analytics, readEbook: books?.read })
  })

const exportSite = (env: Env, path: string) =>
  withDatabase(env, async ({ db, url }) => {
    // The code of the server is loaded when it is needed.
    const { openSiteCopy } = await import('@nightdesk/server/site-copy')
    await using copy = await openSiteCopy({ DATABASE_URL: url })
    return await writeStaticSite(copy, db, path)
  })

function printSite(path: string, { pages, files, redirects }: StaticReport): void {
  console.log(`Wrote ${path}: ${pages} pages, ${files} other files, ${redirects} redirects.`)
  console.log('Search, the page “Your Data” and the counting of readers need a server, and are left out.')
}

function printStories(path: string, report: ExportReport): void {
  console.log(`Wrote ${path}: ${report.stories} stories, ${report.pages} pages, ${report.pictures} pictures.`)
  const { unpublished_changes, missing_pictures } = report
  if (unpublished_changes > 0)
    console.error(
      `Published stories with newer changes: ${unpublished_changes}. The export has what readers see.`,
    )
  if (missing_pictures.length > 0)
    console.error(`The storage lacks these files: ${missing_pictures.join(', ')}`)
}
