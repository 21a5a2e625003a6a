import { ownPictures } from '@nightdesk/articles'
import { type Block, imagePath, type PublishedImage } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import type { SiteSettings } from '@nightdesk/web/server-api'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { withPosterUrl } from './read.ts'

interface Row {
  poster_filename: string | null
  content: Block[]
}

/** Adds the pictures of all articles with one query. */
export async function withImages<T extends Row>(
  { db, site }: { db: Db; site: SiteSettings },
  rows: readonly T[],
) {
  const shown = rows.map(({ poster_filename, content }) => {
    const pictures = ownPictures(content, site)
    return poster_filename ? pictures.set(imagePath(poster_filename), poster_filename) : pictures
  })
  const filenames = shown.flatMap((pictures) => [...pictures.values()])
  const known = await readImages(db, [...new Set(filenames)])
  return rows.map((row, index) => ({
    ...withPosterUrl(row),
    images: Object.fromEntries(
      [...(shown[index] ?? [])].flatMap(([address, filename]) => {
        const image = known.get(filename)
        return image ? [[address, image]] : []
      }),
    ),
  }))
}

/** The sizes and copies of pictures, by file name. */
export async function readImages(db: Db, filenames: string[]): Promise<Map<string, PublishedImage>> {
  if (filenames.length === 0) return new Map()
  const images = await db
    .selectFrom('images')
    .where('filename', 'in', filenames)
    .select(['filename', 'width', 'height'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('image_variants')
          .whereRef('image_variants.image_id', '=', 'images.id')
          .orderBy('format')
          .orderBy('width')
          .select(['filename', 'width', 'format']),
      ).as('variants'),
    )
    .execute()
  return new Map(
    images.map(({ filename, variants, ...size }) => [
      filename,
      {
        ...size,
        variants: variants.map(({ filename, ...variant }) => ({ url: imagePath(filename), ...variant })),
      },
    ]),
  )
}
