import type { Archive, ArchiveInput } from '../archive/archive.ts'
import { type Fields, isFields } from '../archive/fields.ts'
import type { ImportedText, OpenedFormat, SourceEntry } from '../model.ts'
import { keysOf } from '../read-entry.ts'
import { SourceError } from '../source-error.ts'
import { addressesOf } from './addresses.ts'
import { type Document, namesOf, readDocument } from './front-matter.ts'
import { importedText } from './item.ts'
import { oldAddresses } from './redirects.ts'
import { type MarkdownSite, NO_SITE, readSite } from './site.ts'

/** What the texts of one folder share. */
export interface MarkdownFolder {
  /** Undefined for a single file. */
  archive: Archive | undefined
  site: MarkdownSite
  /** The address of a text by the name of its file. */
  postUrl: (name: string) => string | undefined
  /** What the front matter of Hugo’s `_index.md` says of all texts in its folder, the outermost first. */
  cascades: [folder: string, facts: Fields][]
}

const MARKDOWN = /\.(?:md|markdown|mdown|mdx)$/i

/** Files about the folder itself, and parts of pages. */
const NO_TEXT =
  /^(?:readme|licen[cs]e|changelog|contributing|code_of_conduct|security|todo|404)\.\w+$|(?:^|\/)(?:archetypes|themes|layouts|_layouts|_includes|_site|vendor|\.github)\//i
const INDEX = /(?:^|\/)_index\.\w+$/

/** A folder or zip file with texts in Markdown: of Jekyll, Hugo, Astro, or of nobody. */
export async function openMarkdown({ name, archive, site: said }: ArchiveInput): Promise<OpenedFormat> {
  const found = await readSite(archive)
  const site = { ...found, base: found.base ?? said }
  const paths = archive.paths.filter((path) => MARKDOWN.test(path) && !NO_TEXT.test(path))
  const read = async (path: string) => readDocument(await archive.text(path))
  const cascades: MarkdownFolder['cascades'] = []
  for (const path of paths.filter((path) => INDEX.test(path)).toSorted((a, b) => a.length - b.length)) {
    const { matter } = await read(path).catch(() => ({ matter: {} as Fields }))
    const rules = Array.isArray(matter.cascade) ? matter.cascade : [matter.cascade]
    for (const rule of rules.filter(isFields))
      cascades.push([path.slice(0, path.lastIndexOf('/') + 1), namesOf(rule)])
  }
  const folder: MarkdownFolder = { archive, site, postUrl: postUrls(paths, site), cascades }
  return {
    kind: 'markdown',
    name: site.title || name,
    identity: `markdown:${site.base ? site.base.host + site.base.pathname.replace(/\/$/, '') : stem(name)}`,
    entries: () => listEntries(paths, archive.text, folder),
    redirects: () => oldAddresses(site, paths, read),
  }
}

/** A single text without a folder. */
export function openText(name: string, text: string): OpenedFormat {
  return {
    kind: 'markdown',
    name,
    identity: 'markdown',
    entries: () =>
      listEntries([`${name}.md`], async () => text, {
        archive: undefined,
        site: NO_SITE,
        postUrl: () => undefined,
        cascades: [],
      }),
    async *redirects() {},
  }
}

/** Addresses that are of no site, or those that programs begin with. */
const SHARED = /^$|^localhost$|^127\.|(?:^|\.)(?:example|yoursite|yourdomain)\.(?:com|org|net)$/

/** The same folder, downloaded or packed again. */
const stem = (name: string) => name.replace(/ ?\(\d+\)$|-(?:main|master)$/g, '').toLowerCase()

async function* listEntries(
  paths: readonly string[],
  text: (path: string) => Promise<string>,
  folder: MarkdownFolder,
): AsyncGenerator<SourceEntry> {
  const isOne = !SHARED.test(folder.site.base?.hostname ?? '')
  for (const path of paths) {
    const keys = isOne ? { key: path } : keysOf(path, await text(path).catch(() => ''))
    yield {
      ...keys,
      title: path,
      read: async () => readText(path, await readDocument(await text(path)), folder),
    }
  }
  for (const path of folder.archive?.links ?? [])
    if (MARKDOWN.test(path)) yield { key: path, title: path, read: refuseLink }
}

function readText(path: string, document: Document, folder: MarkdownFolder): ImportedText | undefined {
  // Such a page lists others; some have a text above the list.
  if (INDEX.test(path) && document.body.trim() === '') return undefined
  if (folder.site.generator === 'jekyll' && !document.hasMatter) return undefined
  return importedText(path, document, folder)
}

function refuseLink(): never {
  throw new SourceError('It is a link to another file, which is not followed.')
}

/** `2021-05-04-a-lamp` and the whole path both name a post. */
function postUrls(paths: readonly string[], site: MarkdownSite): MarkdownFolder['postUrl'] {
  const byName = new Map<string, string>()
  for (const path of paths) {
    byName.set(path, path)
    byName.set(path.replace(MARKDOWN, '').replace(/^.*\//, ''), path)
  }
  return (name) => {
    const path = byName.get(name.replace(/^\//, ''))
    return path && addressesOf(path, {}, null, site)[0]
  }
}
