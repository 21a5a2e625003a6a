import type { Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../audit.ts'
import type { SignedInContext } from '../context.ts'
import { stateAfter } from './policy.ts'
import { lockArticle } from './read.ts'
import { writeVersion } from './write-version.ts'

/** Publishing and unpublishing make a version; putting away and bringing back do not. */
const descriptions = {
  publish: 'Published',
  unpublish: 'Unpublished',
  archive: null,
  restore: null,
  delete: null,
}

/** Takes an article from one state to another, in a transaction of the caller’s. */
export async function move(
  tx: Tx,
  ctx: SignedInContext,
  id: number,
  name: keyof typeof descriptions,
): Promise<void> {
  const { article, current } = await lockArticle(tx, ctx.session.user, id)
  const state = stateAfter(name, article.state)
  if (state === article.state) return
  await tx
    .updateTable('articles')
    .set({
      state,
      published_version_id: state === 'published' ? current.id : null,
      date_published: state === 'published' ? sql`coalesce(date_published, now())` : article.date_published,
      date_deleted: state === 'deleted' ? sql`now()` : null,
    })
    .where('id', '=', id)
    .execute()
  const change_description = descriptions[name]
  if (change_description) {
    const { title, excerpt, poster_image_id, content, version_number } = current
    const text = { title, excerpt, poster_image_id, content }
    await writeVersion(
      tx,
      ctx,
      { id, state },
      { ...text, version_number: version_number + 1, change_description },
    )
  }
  await audit(tx, ctx, `article.${name}`, `article:${id}`)
}
