import { resolve } from 'node:path'
import { Command, Option } from '@commander-js/extra-typings'
import { lockedSite } from '@nightdesk/config'
import { readSite } from '@nightdesk/db'
import { type ExportReport, type StaticReport, writeExport, writeStaticSite } from '@nightdesk/export'
import type { EbooksOptions } from '@nightdesk/renditions'
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

interface Choices {
  epub?: boolean
  versions?: boolean
  analytics?: boolean
}

const exportAll = (env: Env, path: string, { epub, versions = false, analytics = false }: Choices) =>
  withDatabase(env, async ({ db }) => {
    const storage = await openStore(env)
    const site = { ...(await readSite(db, lockedSite(env))).site, url: env.SITE_URL }
    using books = epub ? await openBooks({ db, storage, readSite: async () => site }) : null
    const readEbook = books?.read
    return await writeExport({ db, storage, site }, path, { versions, analytics, readEbook })
  })

const exportSite = (env: Env, path: string) =>
  withDatabase(env, async ({ db, url }) => {
    await using copy = await openCopy(url)
    return await writeStaticSite(copy, db, path)
  })

/** The code that makes e-books is loaded when it is needed. */
async function openBooks(source: Pick<EbooksOptions, 'db' | 'storage' | 'readSite'>) {
  const { openEbooks } = await import('@nightdesk/renditions')
  const log = { warn: (_facts: object, message: string) => console.error(message) }
  return openEbooks(source, log)
}

/** The code of the server is loaded when it is needed. */
async function openCopy(DATABASE_URL: string) {
  const { openSiteCopy } = await import('@nightdesk/server/site-copy')
  return openSiteCopy({ DATABASE_URL })
}

function printSite(path: string, { pages, files, redirects }: StaticReport): void {
  console.log(`Wrote ${path}: ${pages} pages, ${files} other files, ${redirects} redirects.`)
  console.log('Search, the page “Your Data” and the counting of readers need a server, and are left out.')
}

function printStories(path: string, report: ExportReport): void {
  console.log(`Wrote ${path}: ${report.stories} stories, ${report.pages} pages, ${report.pictures} pictures.`)
  for (const sentence of warningsOf(report)) console.error(sentence)
}

function warningsOf({ unpublished_changes, missing_pictures }: ExportReport): string[] {
  return [
    ...(unpublished_changes > 0
      ? [`Published stories with newer changes: ${unpublished_changes}. The export has what readers see.`]
      : []),
    ...(missing_pictures.length > 0 ? [`The storage lacks these files: ${missing_pictures.join(', ')}`] : []),
  ]
}
