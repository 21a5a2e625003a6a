import type { NewArticle } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { api } from '../../../../api.ts'
import { formatShortDate } from '../../../../format.ts'
import { paths } from '../../../../paths.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { buttonClass } from '../../../../ui/button.tsx'
import { Menu } from '../../../../ui/overlays/menu.tsx'
import { Cell } from '../../../../ui/table.tsx'
import { notify } from '../../../notify.ts'
import { newArticleServer } from '../../saving/article-server.ts'
import { EMPTY_TEXT } from '../../saving/draft-text.ts'
import type { Column } from '../columns/use-columns.ts'
import { ExcerptCell, TitleCell } from './article-cells.tsx'

/** Texts that were begun but never saved; visible only to their author. */
export function useNewArticles(isShown: boolean): NewArticle[] {
  const { data = [] } = api.newArticles.list.useQuery({}, { enabled: isShown })
  return isShown ? data : []
}

interface NewArticleRowProps {
  article: NewArticle
  columns: readonly Column[]
}

export function NewArticleRow({ article, columns }: NewArticleRowProps) {
  const { key, title, excerpt, updated_at } = article
  const name = title.trim() || 'Untitled'
  const discard = useDiscard(article)
  return (
    <tr className="hover:bg-bg">
      <Cell className="as-cards:hidden!">{null}</Cell>
      <TitleCell to={paths.admin.continueDraft(key)} title={name} />
      {columns.includes('excerpt') && <ExcerptCell excerpt={excerpt} />}
      <Cell label="Status">
        <Badge tone="info">Not saved yet</Badge>
      </Cell>
      {columns.includes('words') && <Cell className="max-xl:hidden!">{null}</Cell>}
      {columns.includes('readers') && <Cell className="max-xl:hidden!">{null}</Cell>}
      <Cell label="Last Updated" className="whitespace-nowrap text-ink-2 tabular-nums">
        {formatShortDate(updated_at)}
      </Cell>
      <Cell className="as-table:w-px">
        <div className="flex gap-1">
          <Link
            to={paths.admin.continueDraft(key)}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            Continue
          </Link>
          <Menu label={`Actions for ${name}`} items={[{ label: 'Discard', onSelect: discard }]} />
        </div>
      </Cell>
    </tr>
  )
}

/** Deletes the working copy; Undo writes it again. */
function useDiscard({ key, title }: NewArticle) {
  const { client, newArticles } = api.useUtils()
  const failure = { title: 'Error', description: 'Failed to discard what was begun' }
  const server = newArticleServer(client, key, () => void newArticles.list.invalidate())
  const failed = () => notify({ kind: 'error', ...failure })
  return async () => {
    const copy = await server.readCopy().catch(() => null)
    if (!copy) return failed()
    const { text, base_tags: tags, revision } = copy
    const base = { version_number: 0, text: { ...EMPTY_TEXT, tags } }
    await server.deleteCopy(revision).then(
      () =>
        notify({
          kind: 'success',
          title: 'Discarded',
          description: title.trim() || undefined,
          topic: `new article ${key}`,
          undo: () => void server.putCopy({ text, base, copy_revision: 0 }).catch(failed),
        }),
      failed,
    )
  }
}
