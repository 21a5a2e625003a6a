import type { PictureInText } from '@nightdesk/contracts'
import { formatBytes } from '@nightdesk/contracts/format-bytes'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'

/** A picture with its size, its description, and the other stories that show it. */
export function PictureItem({ picture }: { picture: PictureInText }) {
  const { url, alt, is_poster, file, used_in } = picture
  return (
    <li className="flex items-start gap-3 py-2">
      <img
        src={url}
        alt=""
        loading="lazy"
        referrerPolicy="no-referrer"
        className="h-14 w-20 shrink-0 rounded-control bg-sunken object-contain"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="font-medium wrap-anywhere">{is_poster ? 'Featured image' : alt || 'No description'}</p>
        <p className="text-xs text-muted">
          {file ? `${file.width} × ${file.height}, ${formatBytes(file.bytes)}` : 'On another site'}
        </p>
        {used_in.length > 0 && (
          <p className="text-xs text-ink-2 wrap-anywhere">
            Also in{' '}
            {used_in.map(({ id, title }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <Link to={paths.admin.draft(id)} className="underline">
                  {title}
                </Link>
              </span>
            ))}
          </p>
        )}
      </div>
      {!is_poster && alt === '' && (
        <Badge tone="warning" isVerbatim>
          No description
        </Badge>
      )}
    </li>
  )
}
