import { basename } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import type { Db } from '@nightdesk/db'
import type { Store } from '@nightdesk/storage'
import { copyPictures, picturesIn } from './pictures.ts'
import { readPeople, readRedirects, readTags } from './read-lists.ts'
import { countStories, readStories, type Story } from './read-stories.ts'
import { readVersions } from './read-versions.ts'
import { folderOf, jsonOf, markdownOf } from './story-files.ts'
import { underFinalName } from './target/final-name.ts'
import { openTarget } from './target/open-target.ts'
import type { ExportTarget } from './target/target.ts'
import { createZip } from './target/zip.ts'
import { viewsCsv } from './views-csv.ts'

/** Increased when a reader of the format before would go wrong. */
const FORMAT = 1

export interface ExportSource {
  db: Db
  storage: Store
  site: { name: string; url: string }
  /** Called before the first story and after each; what it throws ends the export. */
  onProgress?: (progress: ExportProgress) => Promise<void>
}

/** In stories. */
export interface ExportProgress {
  done: number
  total: number
}

/** What an export has besides stories, people, tags and redirects. */
export interface ExportChoices {
  /**
   * Writes the e-book of each published story beside it.
   * @returns the bytes that readers download; undefined for a story that is not published any more
   */
  readEbook?(story: number): Promise<Readable | undefined>
  /** Writes all versions of each story, and their pictures. */
  versions?: boolean
  /** Writes the views of each story and day. */
  analytics?: boolean
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
export function writeExport(
  source: ExportSource,
  path: string,
  choices: ExportChoices = {},
): Promise<ExportReport> {
  return underFinalName(path, async (partial) => {
    const target = await openTarget(partial, path)
    const report = await writeFiles(source, target, choices)
    await target.finish()
    return report
  })
}

/** Writes the same as a zip file to a stream, which ends when all of it is written, and breaks if it cannot be. */
export async function streamExport(
  source: ExportSource,
  output: Writable,
  choices: ExportChoices = {},
): Promise<ExportReport> {
  try {
    const target = createZip(output)
    const report = await writeFiles(source, target, choices)
    await target.finish()
    return report
  } catch (error) {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
}

async function writeFiles(
  { db, storage, site, onProgress }: ExportSource,
  target: ExportTarget,
  choices: ExportChoices,
): Promise<ExportReport> {
  const report: ExportReport = { stories: 0, unpublished_changes: 0, pictures: 0, missing_pictures: [] }
  const copy = async (folder: string, filenames: ReadonlySet<string>) => {
    const missing = await copyPictures(storage, target, folder, filenames)
    report.pictures += filenames.size - missing.length
    report.missing_pictures.push(...missing)
  }
  const total = onProgress ? await countStories(db) : 0
  await onProgress?.({ done: 0, total })
  for await (const story of readStories(db)) {
    const folder = await writeStory(target, story)
    const pictures = new Set(filesOf(story))
    if (choices.readEbook && story.state === 'published')
      await writeEbook(target, folder, await choices.readEbook(story.id))
    if (choices.versions) await writeVersions(db, target, folder, story, pictures)
    await copy(folder, pictures)
    report.stories++
    if (story.has_unpublished_changes) report.unpublished_changes++
    // Stories may be added meanwhile.
    await onProgress?.({ done: report.stories, total: Math.max(total, report.stories) })
  }
  const portraits = new Set<string>()
  for await (const { picture } of readPeople(db)) if (picture) portraits.add(picture)
  await copy('people', portraits)
  await target.add('people.jsonl', linesOf(readPeople(db)))
  await target.add('tags.jsonl', linesOf(readTags(db)))
  await target.add('redirects.jsonl', linesOf(readRedirects(db)))
  if (choices.analytics) await target.add('views.csv', Readable.from(viewsCsv(db)))
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

async function writeEbook(target: ExportTarget, folder: string, bytes: Readable | undefined): Promise<void> {
  if (bytes) await target.add(`${folder}/${basename(folder)}.epub`, bytes)
}

/** One version a line. @param pictures gets those of the versions, which may be no longer in the story */
async function writeVersions(
  db: Db,
  target: ExportTarget,
  folder: string,
  { id, owner }: Story,
  pictures: Set<string>,
): Promise<void> {
  async function* versions() {
    for await (const version of readVersions(db, { id, owner })) {
      for (const file of filesOf(version)) pictures.add(file)
      yield version
    }
  }
  await target.add(`${folder}/versions.jsonl`, linesOf(versions()))
}

const filesOf = ({ content, poster }: Pick<Story, 'content' | 'poster'>) => [
  ...picturesIn(content),
  ...(poster ? [poster.filename] : []),
]

async function* jsonLines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

const linesOf = (rows: AsyncIterable<object>) => Readable.from(jsonLines(rows))
