import type { DbOrTx } from '@nightdesk/db'
import type { CurrentUser } from '../context.ts'

/** The documents that readers may find. */
export const publishedDocuments = (db: DbOrTx) =>
  db
    .selectFrom('search_documents as document')
    .innerJoin('articles', 'articles.published_version_id', 'document.version_id')
    .where('articles.state', '=', 'published')

/** The documents that a user may find: the current text of every article they may see. */
export function currentDocuments(db: DbOrTx, user: CurrentUser) {
  const documents = db
    .selectFrom('search_documents as document')
    .innerJoin('articles', 'articles.current_version_id', 'document.version_id')
  return user.role === 'author' ? documents.where('articles.author_id', '=', user.id) : documents
}

export type Documents = ReturnType<typeof publishedDocuments>
