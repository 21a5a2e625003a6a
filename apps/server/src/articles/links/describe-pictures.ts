import { imagesIn, ownPictures } from '@nightdesk/articles'
import { type AdminArticle, imageFilename, imageSource, type PictureInText } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import type { CurrentUser, SignedInContext } from '../../context.ts'

type Ctx = Pick<SignedInContext, 'db' | 'session' | 'site'>

/** The pictures of an article, the featured image first, with their files and the other stories that show them. */
export async function describePictures(
  { db, session, site }: Ctx,
  article: AdminArticle,
): Promise<PictureInText[]> {
  const own = ownPictures(article.content, site)
  const poster = article.poster_url
  const posterName = poster && imageFilename(poster)
  const files = await readFiles(db, [...own.values(), ...(posterName ? [posterName] : [])])
  const stories = await readOtherStories(
    db,
    session.user,
    article.id,
    [...files.values()].map(({ id }) => id),
  )
  const describe = (url: string, filename: string | undefined, alt: string, is_poster: boolean) => {
    const file = files.get(filename ?? '') ?? null
    return { url, alt, is_poster, file, used_in: stories.get(file?.id ?? 0) ?? [] }
  }
  const inText = imagesIn(article.content).flatMap((image) => {
    const url = imageSource(image)
    const { alt } = image
    return url === undefined ? [] : [describe(url, own.get(url), typeof alt === 'string' ? alt : '', false)]
  })
  return [...(poster ? [describe(poster, posterName || undefined, '', true)] : []), ...inText]
}

async function readFiles(db: Db, filenames: string[]) {
  if (filenames.length === 0) return new Map<string, NonNullable<PictureInText['file']>>()
  const rows = await db
    .selectFrom('images')
    .where('filename', 'in', filenames)
    .select(['filename', 'id', 'bytes', 'width', 'height'])
    .execute()
  return new Map(rows.map(({ filename, ...file }) => [filename, file]))
}

/** Stories that use each picture in their current or published text. */
async function readOtherStories(db: Db, user: CurrentUser, articleId: number, ids: number[]) {
  const stories = new Map<number, PictureInText['used_in']>()
  if (ids.length === 0) return stories
  const rows = await db
    .selectFrom('image_uses')
    .innerJoin('article_versions as version', 'version.id', 'image_uses.version_id')
    .innerJoin('articles', 'articles.id', 'version.article_id')
    .innerJoin('article_versions as current', 'current.id', 'articles.current_version_id')
    .where('image_uses.image_id', 'in', ids)
    .where('articles.id', '<>', articleId)
    .where((eb) =>
      eb.or([
        eb('version.id', '=', eb.ref('articles.current_version_id')),
        eb('version.id', '=', eb.ref('articles.published_version_id')),
      ]),
    )
    .$if(user.role === 'author', (query) => query.where('articles.author_id', '=', user.id))
    .select(['image_uses.image_id', 'articles.id', 'current.title'])
    .distinct()
    .orderBy('articles.id')
    .execute()
  for (const { image_id, ...story } of rows) stories.set(image_id, [...(stories.get(image_id) ?? []), story])
  return stories
}
