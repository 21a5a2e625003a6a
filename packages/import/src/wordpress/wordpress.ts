import type { Readable } from 'node:stream'
import type { FailedItem, ImportedItem, ImportLimits, Source } from '../model.ts'
import { itemOrFailure } from '../receipt/item-or-failure.ts'
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
  close: () => Promise<void>
}

/** A WordPress export. It is read twice: items refer to attachments and authors anywhere in it. */
export async function openWordPress(input: WordPressExport, limits: ImportLimits): Promise<Source> {
  const index = await indexSite(input.files, limits)
  return {
    kind: 'wordpress',
    name: index.title || input.name,
    identity: index.base
      ? `wordpress:${index.base.host}${index.base.pathname.replace(/\/$/, '')}`
      : 'wordpress',
    items: () => readItems(input.files, index, limits),
    // An export has the addresses of pictures only.
    picture: async () => null,
    async *redirects() {
      yield* oldAddresses(index)
    },
    close: input.close,
  }
}

async function* readItems(
  files: readonly WordPressFile[],
  index: SiteIndex,
  limits: ImportLimits,
): AsyncGenerator<ImportedItem | FailedItem> {
  let faults = 0
  const ids = new Map<string, number>()
  for (const file of files) {
    for await (const record of readWxr(await file.open(), limits)) {
      if (record.kind === 'fault')
        yield { key: `fault-${++faults}`, title: record.title, failure: record.failure }
      if (record.kind !== 'item' || !isText(record.item)) continue
      const { item } = record
      const id = item.id || item.guid || item.link
      const times = (ids.get(id) ?? 0) + 1
      ids.set(id, times)
      // Files that were put together by hand have an id twice.
      const key = times === 1 ? id : `${id}-${times}`
      yield itemOrFailure({ key, title: item.title }, () => importedItem(item, key, index))
    }
  }
}
