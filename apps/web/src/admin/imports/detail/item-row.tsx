import type { Import, ImportItem } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Cell } from '../../../ui/table.tsx'
import { describeItem, ITEM_STATES } from '../import-words.ts'

interface ItemRowProps {
  item: ImportItem
  importsAs: Import['imports_as']
}

export function ItemRow({ item, importsAs }: ItemRowProps) {
  const { state } = item
  const { tone, label } = ITEM_STATES[state]
  return (
    <tr>
      <Cell className="min-w-48 align-top font-medium wrap-anywhere">
        <Title item={item} />
      </Cell>
      <Cell label="Comes along" className="min-w-64 align-top wrap-anywhere text-ink-2">
        {state === 'failed' ? (
          <span className="text-muted">Nothing</span>
        ) : (
          <Contents item={item} importsAs={importsAs} />
        )}
      </Cell>
      <Cell label="Changed or lost" className="min-w-56 align-top wrap-anywhere">
        <Remarks item={item} />
      </Cell>
      <Cell label="State" className="align-top">
        <Badge tone={tone}>{label}</Badge>
      </Cell>
    </tr>
  )
}

function Title({ item: { title, article_id } }: { item: ImportItem }) {
  if (article_id === null) return title
  return (
    <Link to={paths.admin.draft(article_id)} className="hover:underline">
      {title}
    </Link>
  )
}

function Contents({ item, importsAs }: ItemRowProps) {
  const { authors, tags } = item.summary
  return (
    <>
      {describeItem(item, importsAs)}
      {authors.length > 0 && <span className="block text-xs text-muted">By {authors.join(', ')}</span>}
      {tags.length > 0 && <span className="block text-xs text-muted">Tags: {tags.join(', ')}</span>}
    </>
  )
}

function Remarks({ item: { notes, failure } }: { item: ImportItem }) {
  if (failure) return <span className="text-danger">{failure}</span>
  if (notes.length === 0) return <span className="text-muted">Nothing</span>
  return (
    <ul className="flex flex-col gap-1">
      {[...new Set(notes)].map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
