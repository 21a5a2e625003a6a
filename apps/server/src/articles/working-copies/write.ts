import {
  anyRevision,
  type Block,
  type Credit,
  content,
  invalid,
  isSameCredits,
  tagSlug,
  type WorkingCopy,
} from '@nightdesk/contracts'
import { type NewCredit, type Tx, writeCredits } from '@nightdesk/db'
import { isSameText } from '@nightdesk/editor'
import { sql } from 'kysely'
import { changeCredits } from '../credits.ts'
import { changeExcerpt } from '../excerpt.ts'
import { changePoster } from '../poster.ts'
import { requireImages } from '../write-version.ts'
import { findWorkingCopy, removeWorkingCopy, type Subject } from './find.ts'

/** The base that unsaved work is compared with: the current version, or an empty text. */
export interface Saved {
  title: string
  excerpt: string
  poster_image_id: number | null
  poster_alt: string | null
  content: Block[]
  credits: Credit[]
  /** Names of tags. */
  tags: string[]
}

export interface Writing extends Partial<Omit<Saved, 'title' | 'excerpt' | 'content' | 'credits'>> {
  title: string
  excerpt?: string | null
  content: Block[]
  credits?: NewCredit[]
  next_revision?: number
  first_revision?: number
  /** The tags that the work began with. Absent: as before, at first those of the article. */
  base_tags?: string[]
  base_version: number
}

interface Change {
  before: WorkingCopy | undefined
  saved: Saved
  owner_id: number
  writing: Writing
}

/**
 * Writes the unsaved work of one person, under a lock that the caller holds. A text without changes is deleted instead of
 * stored: it would hide later versions.
 * @param before the existing copy
 * @param owner_id the account that owns the article, or will own it
 */
export async function writeWorkingCopy(
  tx: Tx,
  userId: number,
  subject: Subject,
  { before, saved, owner_id, writing }: Change,
): Promise<WorkingCopy> {
  const {
    next_revision,
    first_revision,
    base_version,
    excerpt: given,
    base_tags: begun,
    ...changes
  } = writing
  const base_tags = begun ?? before?.base_tags ?? saved.tags
  const excerpt = changeExcerpt(given, before ?? saved, changes.content)
  const poster = changePoster(changes, before ?? saved)
  const { title, content, tags = before?.tags.map(({ name }) => name) ?? saved.tags } = changes
  const credits = await changeCredits(tx, changes.credits, (before ?? saved).credits, owner_id)
  const text = { title, excerpt, ...poster, content, tags }
  const next: Saved = { ...text, credits }
  await requireImages(tx, { user_id: userId, article_id: 'key' in subject ? null : subject.article_id }, next)
  const isUnchanged =
    'key' in subject ? isEmpty(next) && isSameCredits(credits, saved.credits) : isSameText(next, saved)
  if (isUnchanged) {
    await removeWorkingCopy(tx, userId, subject)
    return unchanged(next, { base_version, base_tags })
  }
  const revision = next_revision ?? (before ? before.revision + 1 : (first_revision ?? anyRevision()))
  // An earlier release may have stored a copy without changes.
  const row = {
    ...text,
    revision,
    base_version,
    base_tags,
    has_changes: true,
    content: JSON.stringify(content),
  }
  const { id } = await tx
    .insertInto('working_copies')
    .values({ ...row, ...subject, user_id: userId })
    .onConflict((taken) =>
      taken.columns('key' in subject ? ['user_id', 'key'] : ['article_id', 'user_id']).doUpdateSet({
        ...row,
        updated_at: sql`now()`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeCredits(tx, { working_copy_id: id }, credits, owner_id)
  // It was written above, in this transaction.
  return (await findWorkingCopy(tx, userId, subject))!
}

/** An emptied editor holds one empty paragraph. */
const isEmpty = ({ title, excerpt, poster_image_id, tags, content }: Saved) =>
  title.trim() === '' &&
  excerpt.trim() === '' &&
  poster_image_id === null &&
  tags.length === 0 &&
  content.every(isEmptyParagraph)

const isEmptyParagraph = ({ type, children }: Block) =>
  type === 'paragraph' && children.every(({ text }) => typeof text === 'string' && text.trim() === '')

function unchanged(
  { tags, ...text }: Saved,
  base: Pick<WorkingCopy, 'base_version' | 'base_tags'>,
): WorkingCopy {
  const now = new Date().toISOString()
  return {
    ...text,
    ...base,
    revision: 0,
    poster_url: null,
    tags: tags.map((name) => ({ name, slug: tagSlug(name) })),
    created_at: now,
    updated_at: now,
  }
}

/**
 * Replaces the blocks between the first `head` and the last `tail`.
 * @throws VALIDATION_FAILED when there are fewer blocks than that, or when the result is over a limit
 */
export function spliceBlocks(
  blocks: Block[],
  { head, tail, insert }: { head: number; tail: number; insert: Block[] },
): Block[] {
  if (head + tail > blocks.length) throw invalid('head', 'The text has fewer blocks than that')
  const whole = content.safeParse([
    ...blocks.slice(0, head),
    ...insert,
    ...blocks.slice(blocks.length - tail),
  ])
  if (!whole.success) throw invalid('insert', whole.error.issues[0]?.message ?? 'The text is too large')
  return whole.data
}
