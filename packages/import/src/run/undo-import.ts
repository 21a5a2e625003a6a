import { readTags } from '@nightdesk/articles'
import { isSameTags, tagSlug } from '@nightdesk/contracts'
import {
  announceChange,
  articleTag,
  type Database,
  LISTS,
  REDIRECTS,
  type Tx,
  writeAudit,
} from '@nightdesk/db'
import { type Selectable, sql } from 'kysely'
import type { RunContext } from './context.ts'

type UndoContext = Pick<RunContext, 'db' | 'transaction' | 'has_cdn' | 'onProgress'>

/**
 * Deletes what an import made: articles, and the tags, people, pictures and redirects that nothing else uses. Articles that were
 * edited since stay. It can be killed at any time and run again.
 *
 * @param actor the account that asked; null at the command line
 */
export async function undoImport(ctx: UndoContext, importId: number, actor: number | null): Promise<void> {
  const withTags = await begin(ctx, importId)
  const items = await ctx.db
    .selectFrom('import_items')
    .where('import_id', '=', importId)
    .where('state', '=', 'done')
    .select('id')
    .orderBy('position')
    .execute()
  for (const [index, { id }] of items.entries()) {
    await undoItem(ctx, id, { actor, withTags })
    ctx.onProgress?.({ done: index + 1, total: items.length })
  }
  await ctx.transaction(async (tx) => {
    await deleteUnused(tx, importId)
    await tx
      .updateTable('imports')
      .set({ state: 'undone', finished_at: sql`now()`, upload: null })
      .where('id', '=', importId)
      .execute()
    // The server has recorded what an account asks for.
    if (actor === null)
      await writeAudit(tx, {
        action: 'import.undo',
        target: `import:${importId}`,
        detail: { by: 'operator' },
      })
    await announceChange(tx, { tags: [LISTS, REDIRECTS], has_cdn: ctx.has_cdn })
  })
}

const begin = ({ transaction }: UndoContext, importId: number) =>
  transaction(async (tx) => {
    const begun = await tx
      .updateTable('imports')
      .set({ state: 'undoing' })
      .where('id', '=', importId)
      .where('state', 'in', ['done', 'undone', 'undoing', 'running', 'ready'])
      .returning('with_tags')
      .executeTakeFirstOrThrow(() => new Error(`There is no import ${importId} that can be undone`))
    return begun.with_tags
  })

const undoItem = (
  { transaction, has_cdn }: UndoContext,
  id: number,
  { actor, withTags }: { actor: number | null; withTags: boolean },
) =>
  transaction(async (tx) => {
    const item = await tx
      .selectFrom('import_items')
      .where('id', '=', id)
      .where('state', '=', 'done')
      .select(['article_id', 'version_id', 'summary', 'import_id'])
      .forUpdate()
      .executeTakeFirst()
    if (!item) return
    const { article_id } = item
    const isLeft = await isEdited(tx, item, withTags)
    await tx
      .updateTable('import_items')
      .set({ state: isLeft ? 'left' : 'undone' })
      .where('id', '=', id)
      .execute()
    if (isLeft || article_id === null) return
    await giveBackRedirects(tx, article_id, item.import_id)
    await tx.deleteFrom('articles').where('id', '=', article_id).execute()
    await writeAudit(tx, {
      actor_id: actor,
      action: 'article.purge',
      target: `article:${article_id}`,
      detail: { by: 'undone import', import: item.import_id },
    })
    await announceChange(tx, { tags: [LISTS, articleTag(article_id)], has_cdn })
  })

/** What a person has redirected to an old address of an article leads there again: it would be deleted with the article. */
const giveBackRedirects = (tx: Tx, article_id: number, importId: number) =>
  sql`
    update redirects earlier set article_id = null, target = own.path
    from (
      select path from redirects where article_id = ${article_id} and import_id = ${importId}
      order by strpos(path, '?'), length(path) limit 1
    ) own
    where earlier.article_id = ${article_id} and earlier.import_id is null`.execute(tx)

type UndoneItem = Pick<Selectable<Database['import_items']>, 'article_id' | 'version_id' | 'summary'>

/**
 * Whether a person has changed its text, tags, address or state, has noted a correction, or is about to. Moving it to the trash or
 * the archive is no edit.
 */
async function isEdited(tx: Tx, { article_id, version_id, summary }: UndoneItem, withTags: boolean) {
  if (article_id === null) return false
  const { path = null, tags } = summary
  // Corrections that came with it are not newer than its first version.
  const { rows } = await sql<{ is_changed: boolean }>`
    select current_version_id is distinct from ${version_id} or path is distinct from ${path} or scheduled_at is not null
      or exists (select from working_copies where article_id = ${article_id} and has_changes)
      or exists (select from proof_notes where article_id = ${article_id})
      or exists (
        select from corrections where article_id = ${article_id}
          and created_at > (select min(created_at) from article_versions where article_id = ${article_id})
      ) as is_changed
    from articles where id = ${article_id} for update`.execute(tx)
  const [article] = rows
  if (!article) return false
  return article.is_changed || !isSameTags(await readTags(tx, article_id), withTags ? tags : [])
}

/** Tags, people and redirects that the import brought in. Pictures are marked as removed: their files are deleted a day later. */
async function deleteUnused(tx: Tx, importId: number): Promise<void> {
  const items = await tx
    .selectFrom('import_items')
    .where('import_id', '=', importId)
    .select('summary')
    .execute()
  const slugs = [...new Set(items.flatMap(({ summary }) => summary.tags.map(tagSlug)))]
  await sql`
    delete from tags where slug = any(${slugs})
      and not exists (select from article_tags where tag_id = tags.id)`.execute(tx)
  await emptyDetails(tx, importId)
  await sql`
    delete from people where id in (
        select unnest(people) from import_items where import_id = ${importId}
        union all select person_id from import_people where import_id = ${importId} and is_new
      )
      and user_id is null and bio = '' and picture_image_id is null and links = '{}' and sort_name is null
      and not exists (select from credits where person_id = people.id)`.execute(tx)
  // What did not come in before it was cancelled holds numbers and addresses.
  await sql`delete from import_items where import_id = ${importId} and state = 'planned'`.execute(tx)
  await tx.deleteFrom('import_addresses').where('import_id', '=', importId).execute()
  await tx.deleteFrom('import_people').where('import_id', '=', importId).execute()
  await sql`
    update images set removed_at = now()
    where removed_at is null and id in (
        select image_id from import_pictures join imports on imports.id = import_id
        where import_id = ${importId} and images.created_at >= imports.created_at
      )
      and not exists (select from image_uses where image_id = images.id)
      and not exists (select from pictures_outside_texts where image_id = images.id)`.execute(tx)
  await sql`
    delete from redirects where import_id = ${importId}
      and not exists (
        select from import_items item
        where item.import_id = ${importId} and item.state = 'left' and item.article_id = redirects.article_id
      )
      and not exists (
        select from images where filename = substring(target from '^/api/uploads/(.+)$') and removed_at is null
      )`.execute(tx)
}

/** What the import wrote about people, unless it was edited since. */
async function emptyDetails(tx: Tx, importId: number): Promise<void> {
  await sql`
    update people set
      sort_name = nullif(sort_name, details ->> 'sort_name'),
      bio = case when bio = details ->> 'bio' then '' else bio end,
      links = case when to_jsonb(links) = details -> 'links' then '{}' else links end,
      picture_image_id = nullif(picture_image_id, (details ->> 'picture_image_id')::bigint)
    from import_people where import_id = ${importId} and person_id = people.id`.execute(tx)
}
