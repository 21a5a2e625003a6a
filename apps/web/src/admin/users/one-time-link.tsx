import type { InviteLink, LinkKind, OneTimeLink } from '@nightdesk/contracts'
import { useRef } from 'react'
import { formatDateTime } from '../../format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

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

interface CopyLinkProps {
  /** Of the button: "Copy one-time invite link". */
  label: string
  url: string
}

export function CopyLink({ label, url }: CopyLinkProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-col gap-2">
      <input
        ref={input}
        readOnly
        aria-label="Link"
        value={url}
        onFocus={({ target }) => target.select()}
        className="h-10 w-full rounded-control border border-control bg-sunken px-3 font-mono text-xs text-ink"
      />
      <CopyButton
        size="lg"
        variant="primary"
        text={url}
        manually="The link is selected: copy it with your keyboard"
        select={() => input.current?.select()}
      >
        {label}
      </CopyButton>
    </div>
  )
}
