import type { InviteLink, LinkKind, OneTimeLink } from '@nightdesk/contracts'
import { formatDateTime } from '../../format.ts'
import { CopyLink } from './copy-link.tsx'

interface OneTimeLinkNoticeProps {
  kind: LinkKind
  username: string
  link: OneTimeLink & Partial<InviteLink>
}

/** A new one-time link: whether it was mailed, and a button to copy it, because it is not shown again. */
export function OneTimeLinkNotice({ kind, username, link }: OneTimeLinkNoticeProps) {
  return (
    <div className="flex w-full flex-col gap-3">
      {link.mail === 'sent' && <p className="wrap-anywhere">It was mailed to {username}.</p>}
      {link.mail === 'failed' && (
        <p role="alert" className="wrap-anywhere text-danger">
          The mail to {username} could not be sent. Hand the link over yourself.
        </p>
      )}
      <CopyLink label={`Copy one-time ${kind} link`} url={link.url} />
      <p className="text-xs text-muted">
        The link is shown only now. It works once, until {formatDateTime(link.expires_at)}.
      </p>
    </div>
  )
}
