import { imagePath, notFound, type PublishedPerson } from '@nightdesk/contracts'
import { type Db, findPerson } from '@nightdesk/db'
import { isCredited } from '../articles/credits.ts'
import { readImages } from '../articles/with-images.ts'

/** @throws NOT_FOUND unless a published article names the person: readers do not learn who else has an account */
export async function readPublishedPerson(db: Db, asked: number): Promise<PublishedPerson> {
  const id = await findPerson(db, asked)
  if (id === undefined) throw notFound('Person')
  const row = await db
    .selectFrom('people')
    .leftJoin('images', 'images.id', 'people.picture_image_id')
    .where('people.id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('articles').where('articles.state', '=', 'published').where(isCredited(id))),
    )
    .select(['people.id', 'people.name', 'people.bio', 'people.links', 'images.filename'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('articles').where('articles.state', '=', 'published').where(isCredited(id, 'author')))
        .$castTo<boolean>()
        .as('is_author'),
    )
    .executeTakeFirst()
  if (!row) throw notFound('Person')
  const { filename, ...person } = row
  const image = filename === null ? undefined : (await readImages(db, [filename])).get(filename)
  return { ...person, picture: filename !== null && image ? { url: imagePath(filename), ...image } : null }
}
