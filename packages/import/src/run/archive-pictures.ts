import { AppError, IMAGE_TOO_LARGE, MAX_IMAGE_BYTES } from '@nightdesk/contracts'
import { readAll } from '../archive/archive.ts'
import type { ImportedItem, PictureRef, Source } from '../model.ts'
import { SourceError } from '../source-error.ts'
import type { RunContext } from './context.ts'
import { findStored, type StoredPicture, storeFile } from './store-picture.ts'

interface ArchivePictures {
  /** By the names that the text gives them. */
  stored: Map<string, StoredPicture>
  /** Those that cannot be used, as sentences. */
  notes: string[]
}

/** Stores the pictures of an item that are in the archive, like uploads. */
export async function storeArchivePictures(
  ctx: Pick<RunContext, 'db' | 'storage' | 'images'>,
  importId: number,
  source: Source,
  { pictures, poster }: Pick<ImportedItem, 'pictures' | 'poster'>,
): Promise<ArchivePictures> {
  const stored = new Map<string, StoredPicture>()
  const notes: string[] = []
  for (const picture of poster ? [...pictures, poster] : pictures) {
    if (picture.path === null || stored.has(picture.url)) continue
    const found = (await findStored(ctx.db, importId, picture.url)) ?? (await store(ctx, source, picture))
    if (typeof found === 'string') notes.push(`A picture was left out: ${picture.path}. ${found}`)
    else stored.set(picture.url, found)
  }
  return { stored, notes }
}

/** @returns a sentence for a picture that cannot be used */
async function store(
  ctx: Pick<RunContext, 'db' | 'storage' | 'images'>,
  source: Source,
  picture: PictureRef,
): Promise<StoredPicture | string> {
  try {
    const stream = await source.picture(picture)
    if (!stream) return 'The archive does not have it.'
    const bytes = await readAll(stream, MAX_IMAGE_BYTES, picture.path ?? picture.url).catch((error) => {
      if (error instanceof SourceError || 'syscall' in error) throw error
      return undefined
    })
    if (!bytes) return 'It is damaged in the archive.'
    return await storeFile(ctx, picture.url, await ctx.images.process(bytes, source.kind === 'nightdesk'))
  } catch (error) {
    if (error instanceof SourceError) return `${IMAGE_TOO_LARGE}.`
    if (error instanceof AppError && error.code !== 'UNAVAILABLE')
      return `${error.message.replace(/\.$/, '')}.`
    throw error
  }
}
