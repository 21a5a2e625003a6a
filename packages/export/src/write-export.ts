import { basename } from 'node:path'
import type { Writable } from 'node:stream'
import { ownPictures } from '@nightdesk/articles'
import { articlePath, asciiWords, type Block } from '@nightdesk/contracts'
import { type Db, readSite } from '@nightdesk/db'
import { ignoreNotFound, type Store } from '@nightdesk/storage'
import { stringify } from 'yaml'
import { toMarkdown } from './markdown.ts'
import {
  countStories,
  readPeople,
  readRedirects,
  readStories,
  readTags,
  readVersions,
  type Story,
  viewsCsv,
} from './read-site.ts'
import { type Content, createZip, type ExportTarget, openTarget, writeThenRename } from './target.ts'

/** Increased when a reader of the format before would go wrong. */
const FORMAT = 1

export interface ExportSource {
  db: Db
  storage: Store
  site: { name: string; url: string }
  /** Called before the first story and after each; what it throws ends the export. */
  onProgress?: (progress: ExportProgress) => Promise<void>
}

/** In stories and pages. */
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
  readEbook?(story: number): Promise<Content | undefined>
  /** Writes all versions of each story, and their pictures. */
  versions?: boolean
  /** Writes the views of each story and day. */
  analytics?: boolean
}

export type ExportReport = Awaited<ReturnType<typeof writeFiles>>

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
  return writeThenRename(path, async (partial) => {
    const target = await openTarget(partial, path)
    return await writeFiles(source, target, choices)
  })
}

/** Writes the same as a zip file to a stream, which ends when all of it is written, and breaks if it cannot be. */
export async function streamExport(
  source: ExportSource,
  output: Writable,
  choices: ExportChoices = {},
): Promise<ExportReport> {
  try {
    return await writeFiles(source, createZip(output), choices)
  } catch (error) {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
}

async function writeFiles(
  { db, storage, site, onProgress }: ExportSource,
  target: ExportTarget,
  choices: ExportChoices,
) {
  const report = {
    stories: 0,
    pages: 0,
    /** Stories and pages whose newest version readers do not see yet; the export has the published one. */
    unpublished_changes: 0,
    pictures: 0,
    /** Files that the storage lacks. */
    missing_pictures: [] as string[],
  }
  const copy = async (folder: string, filenames: ReadonlySet<string>) => {
    for (const filename of filenames) {
      const file = await storage.get(filename).catch(ignoreNotFound)
      if (!file) report.missing_pictures.push(filename)
      else {
        await target.add(`${folder}/${filename}`, file)
        report.pictures++
      }
    }
  }
  let done = 0
  const total = onProgress ? await countStories(db) : 0
  await onProgress?.({ done: 0, total })
  for await (const story of readStories(db)) {
    const folder = folderOf(story)
    await target.add(`${folder}/index.md`, markdownOf(story, site))
    await target.add(`${folder}/blocks.json`, jsonOf(story.content))
    const pictures = new Set(filesOf(story, site))
    const isForReaders = story.kind === 'story' && story.state === 'published'
    const ebook = isForReaders && (await choices.readEbook?.(story.id))
    if (ebook) await target.add(`${folder}/${basename(folder)}.epub`, ebook)
    if (choices.versions)
      await writeVersions(db, target, folder, story, (version) => {
        for (const file of filesOf(version, site)) pictures.add(file)
      })
    await copy(folder, pictures)
    report[story.kind === 'story' ? 'stories' : 'pages']++
    done++
    if (story.has_unpublished_changes) report.unpublished_changes++
    // Stories may be added meanwhile.
    await onProgress?.({ done, total: Math.max(total, done) })
  }
  const portraits = new Set<string>()
  for await (const { picture } of readPeople(db)) if (picture) portraits.add(picture)
  await copy('people', portraits)
  const settings = await readSettings(db)
  if (settings) {
    await copy('site', new Set(Object.values(settings.pictures).filter((file) => file !== null)))
    await target.add('site.json', `${JSON.stringify(settings, null, 2)}\n`)
  }
  await target.add('people.jsonl', linesOf(readPeople(db)))
  await target.add('tags.jsonl', linesOf(readTags(db)))
  await target.add('redirects.jsonl', linesOf(readRedirects(db)))
  if (choices.analytics) await target.add('views.csv', viewsCsv(db))
  const { id: installation } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  const manifest = { format: FORMAT, installation, site, exported_at: new Date().toISOString(), ...report }
  await target.add('nightdesk.json', `${JSON.stringify(manifest, null, 2)}\n`)
  await target.finish()
  return report
}

/** What an admin has decided about the site, as `PATCH /admin/site` takes it, and the files of its pictures. */
async function readSettings(db: Db) {
  const { version_number, site } = await readSite(db)
  const {
    logo,
    icon,
    hero_picture,
    logo_image_id: _,
    icon_image_id: __,
    hero_image_id: ___,
    ...changes
  } = site
  const fileOf = (picture: typeof logo) => picture && basename(picture.url)
  const pictures = { logo: fileOf(logo), icon: fileOf(icon), hero: fileOf(hero_picture) }
  return version_number === 0 ? undefined : { changes, pictures }
}

/** One version a line. @param onVersion gets each: its pictures may be no longer in the story */
async function writeVersions(
  db: Db,
  target: ExportTarget,
  folder: string,
  { id, owner }: Story,
  onVersion: (version: Illustrated) => void,
): Promise<void> {
  async function* versions() {
    for await (const version of readVersions(db, { id, owner })) {
      onVersion(version)
      yield version
    }
  }
  await target.add(`${folder}/versions.jsonl`, linesOf(versions()))
}

type Illustrated = Pick<Story, 'content' | 'poster'>

/** The uploaded files that a text shows. */
const filesOf = ({ content, poster }: Illustrated, site: ExportSource['site']) => [
  ...ownPictures(content, site).values(),
  ...(poster ? [poster.filename] : []),
]

async function* linesOf(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

/** `stories/12-a-lamp`, `pages/7-about`; `stories/12` if the title has no letters of ASCII. */
const folderOf = ({ id, kind, title }: Pick<Story, 'id' | 'kind' | 'title'>): string =>
  `${kind === 'story' ? 'stories' : 'pages'}/${[id, ...asciiWords(title)].join('-').slice(0, 60).replace(/-$/, '')}`

/** The text with its front matter, for people and other programs. */
function markdownOf(story: Story, site: ExportSource['site']): string {
  const { id, kind, path, shows_byline, title, excerpt, state, tags, credits, poster, corrections } = story
  const matter = {
    id,
    ...(kind === 'page' && { kind, byline: shows_byline }),
    title,
    excerpt,
    state,
    address: path ?? articlePath(id),
    date: story.date_published,
    created: story.date_created,
    updated: story.date_updated,
    ...(story.scheduled_at && { scheduled: story.scheduled_at }),
    tags,
    credits: credits.map(({ person_id, name, role }) => ({ person: person_id, name, role })),
    poster: poster && { file: poster.filename, alt: poster.alt },
    ...(corrections.length > 0 && {
      corrections: corrections.map(({ text, created_at }) => ({ date: created_at, text })),
    }),
  }
  // Jekyll reads YAML 1.1, where the title “No” would be false.
  const yaml = stringify(matter, { lineWidth: 0, compat: 'yaml-1.1' })
  return `---\n${yaml}---\n\n${toMarkdown(story.content, site)}`
}

/** The blocks as they are stored, one a line. */
const jsonOf = (blocks: readonly Block[]): string =>
  `[\n${blocks.map((block) => JSON.stringify(block)).join(',\n')}\n]\n`
