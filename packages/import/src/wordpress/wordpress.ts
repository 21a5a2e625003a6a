import type { Readable } from 'node:stream'
import type { ImportLimits, OpenedFormat, SourceEntry } from '../model.ts'
import { SourceError } from '../source-error.ts'
import { importedItem, isText } from './item.ts'
import { readWxr } from './reading/read-wxr.ts'
import { indexSite, type SiteIndex } from './reading/site-index.ts'
import { oldAddresses } from './redirects.ts'

/** One file of an export; WordPress.com splits large ones. */
export interface WordPressFile {
  open: () => Promise<Readable>
}

interface WordPressExport {
  name: string
  files: readonly WordPressFile[]
  limits: ImportLimits
}

/** A WordPress export. It is read twice: items refer to attachments and authors anywhere in it. */
export async function openWordPress({ name, files, limits }: WordPressExport): Promise<OpenedFormat> {
  const index = await indexSite(files, limits)
  return {
    kind: 'wordpress',
    name: index.title || name,
    identity: index.base
      ? `wordpress:${index.base.host}${index.base.pathname.replace(/\/$/, '')}`
      : 'wordpress',
    entries: () => readEntries(files, index, limits),
    async *redirects() {
      yield* oldAddresses(index)
    },
  }
}

async function* readEntries(
  files: readonly WordPressFile[],
  index: SiteIndex,
  limits: ImportLimits,
): AsyncGenerator<SourceEntry> {
  let faults = 0
  for (const file of files) {
    for await (const record of readWxr(await file.open(), limits)) {
      if (record.kind === 'fault') yield faultEntry(`fault-${++faults}`, record)
      if (record.kind !== 'item' || !isText(record.item)) continue
      const { item } = record
      const key = item.id || item.guid || item.link
      yield { key, title: item.title, read: () => importedItem(item, index) }
    }
  }
}

const faultEntry = (key: string, { title, failure }: { title: string; failure: string }): SourceEntry => ({
  key,
  title,
  read: () => {
    throw new SourceError(failure)
  },
})
