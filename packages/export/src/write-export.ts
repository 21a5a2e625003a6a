import { Readable } from 'node:stream'
import type { Db } from '@nightdesk/db'
import type { Store } from '@nightdesk/storage'
import { copyPictures, picturesIn } from './pictures.ts'
import { readPeople, readRedirects, readTags } from './read-lists.ts'
import { readStories, type Story } from './read-stories.ts'
import { folderOf, jsonOf, markdownOf } from './story-files.ts'
import { underFinalName } from './target/final-name.ts'
import { createFolder } from './target/folder.ts'
import type { ExportTarget } from './target/target.ts'
import { createZip } from './target/zip.ts'

/** Increased when a reader of the format before would go wrong. */
const FORMAT = 1

export interface ExportSource {
  db: Db
  storage: Store
  site: { name: string; url: string }
}

export interface ExportReport {
  stories: number
  /** Stories whose newest version readers do not see yet; the export has the published one. */
  unpublished_changes: number
  pictures: number
  /** Files that the storage lacks. */
  missing_pictures: string[]
}

/**
 * Writes all stories of a site into a new folder, or into a zip file if the name ends with `.zip`, while the site runs. It
 * gets its name when it is complete.
 * @throws ExportError if the target exists or cannot be written
 */
export function writeExport(source: ExportSource, path: string): Promise<ExportReport> {
  return underFinalName(path, async (partial) => {
    const target = /\.zip$/i.test(path) ? createZip(partial) : await createFolder(partial)
    const report = await writeFiles(source, target)
    await target.finish()
    return report
  })
}

async function writeFiles({ db, storage, site }: ExportSource, target: ExportTarget): Promise<ExportReport> {
  const report: ExportReport = { stories: 0, unpublished_changes: 0, pictures: 0, missing_pictures: [] }
  const copy = async (folder: string, filenames: readonly string[]) => {
    const missing = await copyPictures(storage, target, folder, filenames)
    report.pictures += filenames.length - missing.length
    report.missing_pictures.push(...missing)
  }
  for await (const story of readStories(db)) {
    await copy(await writeStory(target, story), filesOf(story))
    report.stories++
    if (story.has_unpublished_changes) report.unpublished_changes++
  }
  for await (const { picture } of readPeople(db)) if (picture) await copy('people', [picture])
  await target.add('people.jsonl', linesOf(readPeople(db)))
  await target.add('tags.jsonl', linesOf(readTags(db)))
  await target.add('redirects.jsonl', linesOf(readRedirects(db)))
  const { id: installation } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  const manifest = { format: FORMAT, installation, site, exported_at: new Date().toISOString(), ...report }
  await target.add('nightdesk.json', Readable.from([`${JSON.stringify(manifest, null, 2)}\n`]))
  return report
}

/** @returns the folder of the story */
async function writeStory(target: ExportTarget, story: Story): Promise<string> {
  const folder = folderOf(story)
  await target.add(`${folder}/index.md`, Readable.from([markdownOf(story)]))
  await target.add(`${folder}/blocks.json`, Readable.from([jsonOf(story.content)]))
  return folder
}

const filesOf = ({ content, poster }: Story) => [
  ...new Set([...picturesIn(content), ...(poster ? [poster.filename] : [])]),
]

async function* jsonLines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

const linesOf = (rows: AsyncIterable<object>) => Readable.from(jsonLines(rows))
