import { buffer } from 'node:stream/consumers'
import { ownPictures } from '@nightdesk/articles'
import type { Block } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import {
  contentTypeOf,
  createEncoder,
  type Encoder,
  type ImageExtension,
  sniffImage,
} from '@nightdesk/images'
import { ignoreNotFound, type Store } from '@nightdesk/storage'

/** Pixels of the longest side of a picture that is encoded anew. */
const SIDE = 1600
/** Bytes of one picture that is included unchanged. */
const MAX_AS_IT_IS = 1024 * 1024
/** Bytes of all pictures of a book. Beyond, pictures become links. */
const MAX_BYTES = 40 * 1024 * 1024
const MAX_PICTURES = 200

interface PictureSource {
  db: Db
  storage: Store
  site: { url: string }
}

export interface Picture {
  /** Path within the book. */
  path: string
  type: string
  bytes: Uint8Array
}

/** Formats that every e-book reader shows: WebP is allowed only since EPUB 3.3, and AVIF not at all. */
const UNIVERSAL: readonly ImageExtension[] = ['jpg', 'png', 'gif']

/** Encodes one picture at a time, in its own process. */
export const createPictureEncoder = (): Encoder =>
  createEncoder({ size: 1, maxWaiting: 64, timeout: 10_000, idle: 30_000 })

/**
 * Our own pictures in content, by their addresses, in the order of the text.
 * @returns also whether a picture is missing or small for now: the process that encodes it was slow, or died
 */
export async function collectPictures(
  source: PictureSource,
  encoder: Encoder,
  content: readonly Block[],
): Promise<{ pictures: Map<string, Picture>; isTemporary: boolean }> {
  const shown = ownPictures(content, source.site)
  const pictures = new Map<string, Picture>()
  let bytes = 0
  let isTemporary = false
  const encode: Encode = async (image) => {
    const reply = await encoder.run({ bytes: image, extension: 'jpg', side: SIDE })
    if ('image' in reply) return reply.image.bytes
    isTemporary ||= reply.isTemporary === true
    return undefined
  }
  for (const filename of new Set(shown.values())) {
    if (bytes > MAX_BYTES || pictures.size >= MAX_PICTURES) break
    const picture = await readPicture(source, encode, filename)
    if (!picture) continue
    bytes += picture.bytes.length
    pictures.set(filename, {
      path: `images/${pictures.size + 1}.${picture.extension}`,
      type: contentTypeOf(picture.extension),
      bytes: picture.bytes,
    })
  }
  const byAddress = [...shown].flatMap(([address, filename]) => {
    const picture = pictures.get(filename)
    return picture ? [[address, picture] as const] : []
  })
  return { pictures: new Map(byAddress), isTemporary }
}

type Encode = (image: Uint8Array) => Promise<Uint8Array | undefined>

/** Uses the widest copy of a picture that is too large to decode: some were stored before there was a limit. */
async function readPicture({ db, storage }: PictureSource, encode: Encode, filename: string) {
  const read = async (name: string) => {
    const file = await storage.get(name).catch(ignoreNotFound)
    return file && toPicture(encode, await buffer(file))
  }
  const original = await read(filename)
  if (original) return original
  for (const copy of await copiesOf(db, filename)) {
    const picture = await read(copy)
    if (picture) return picture
  }
  return undefined
}

/** The smaller copies of a picture, the widest first. WebP takes less memory to decode than AVIF. */
async function copiesOf(db: Db, filename: string): Promise<string[]> {
  const rows = await db
    .selectFrom('image_variants')
    .innerJoin('images', 'images.id', 'image_variants.image_id')
    .where('images.filename', '=', filename)
    .where('image_variants.format', '=', 'webp')
    .orderBy('image_variants.width', 'desc')
    .select('image_variants.filename')
    .execute()
  return rows.map((row) => row.filename)
}

async function toPicture(encode: Encode, bytes: Buffer) {
  const extension = sniffImage(bytes)
  if (!extension) return undefined
  if (UNIVERSAL.includes(extension) && bytes.length <= MAX_AS_IT_IS) return { extension, bytes }
  const encoded = await encode(bytes)
  return encoded && { extension: 'jpg' as const, bytes: encoded }
}
