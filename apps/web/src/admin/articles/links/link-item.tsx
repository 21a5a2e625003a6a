import type { LinkInText } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { formatShortDate } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { describeLink } from './describe-link.ts'

/** A link with its words and place, and what is at its address. */
export function LinkItem({ link }: { link: LinkInText }) {
  const { url, text, block, section, host, checked_at } = link
  const { label, tone, detail } = describeLink(link)
  return (
    <li className="flex items-start justify-between gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{text || url}</p>
        <p className="text-xs text-ink-2 wrap-anywhere">
          <Target link={link} />
        </p>
        <p className="text-xs text-muted">
          Block {block}
          {section && `, below “${section}”`}
          {host && checked_at && `, checked on ${formatShortDate(checked_at)}`}
        </p>
        {detail && <p className="text-xs text-ink-2 wrap-anywhere">{detail}</p>}
      </div>
      <Badge tone={tone} isVerbatim>
        {label}
      </Badge>
    </li>
  )
}

function Target({ link: { url, host, story } }: { link: LinkInText }) {
  if (story?.title) {
    return (
      <Link to={paths.admin.draft(story.id)} className="underline">
        {story.title}
      </Link>
    )
  }
  if (host === null) return url
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="underline" title={url}>
      {host}
    </a>
  )
}
