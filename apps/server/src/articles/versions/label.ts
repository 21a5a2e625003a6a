import type { Tx } from '@nightdesk/db'
import { audit } from '../../audit-log/write-line.ts'
import type { SignedInContext } from '../../context.ts'
import { commitAnswer } from '../../transactions/commit-answer.ts'
import { requireEditable } from '../policy.ts'
import { lockArticle } from '../read.ts'
import { readSummary } from './read.ts'

interface LabelInput {
  id: number
  version_id: number
  /** Null removes the label. */
  label: string | null
}

/** Labels a version. No public page shows labels, so none is invalidated. */
export const labelVersion = (ctx: SignedInContext, { id, version_id, label }: LabelInput) =>
  commitAnswer(ctx, async (tx) => {
    const { article } = await lockArticle(tx, ctx.session.user, id)
    requireEditable(article)
    const before = await readSummary(tx, id, version_id)
    if (before.label === label) return before
    await writeLabel(tx, version_id, label)
    const { version_number } = before
    await audit(tx, ctx, 'article.label', `article:${id}`, { version_number, label })
    return { ...before, label }
  })

async function writeLabel(tx: Tx, version_id: number, label: string | null): Promise<void> {
  if (label === null) await tx.deleteFrom('version_labels').where('version_id', '=', version_id).execute()
  else
    await tx
      .insertInto('version_labels')
      .values({ version_id, label })
      .onConflict((labelled) => labelled.column('version_id').doUpdateSet({ label }))
      .execute()
}
