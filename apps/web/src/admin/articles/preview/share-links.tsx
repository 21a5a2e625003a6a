import { type Ref, useRef, useState } from 'react'
import { formatDateTime } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/forms/field.tsx'
import { CopyLink } from '../../users/copy-link.tsx'
import { PreviewLinks } from './preview-links.tsx'
import { usePreviews } from './use-previews.ts'

const LIFETIMES = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
]

/** Makes a preview link for others, and lists and revokes those that work. */
export function ShareLinks({ articleId }: { articleId: number }) {
  const { links, create, revoke } = usePreviews(articleId)
  const [shared, setShared] = useState<SharedLink>()
  const makeLink = useRef<HTMLButtonElement>(null)
  const share = (hours: number) => create.mutate({ id: articleId, hours }, { onSuccess: setShared })
  function revokeLink(preview_id: number) {
    setShared(undefined)
    // The pressed button is removed with its link, so move the focus.
    revoke.mutate({ id: articleId, preview_id }, { onSuccess: () => makeLink.current?.focus() })
  }
  return (
    <>
      <ShareLink makeLink={makeLink} isBusy={create.isPending} shared={shared} onShare={share} />
      <PreviewLinks links={links} isBusy={revoke.isPending} onRevoke={revokeLink} />
    </>
  )
}

interface SharedLink {
  url: string
  expires_at: string
}

interface ShareLinkProps {
  makeLink: Ref<HTMLButtonElement>
  isBusy: boolean
  /** The link that was just made. */
  shared: SharedLink | undefined
  onShare(hours: number): void
}

function ShareLink({ makeLink, isBusy, shared, onShare }: ShareLinkProps) {
  const [hours, setHours] = useState('168')
  return (
    <section aria-label="Share a link" className="flex flex-col gap-3">
      <p className="text-pretty text-ink-2">
        A link shows the newest saved text, without signing in, to everybody who has it.
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <Select
          label="It works for"
          options={LIFETIMES}
          value={hours}
          onChange={({ currentTarget }) => setHours(currentTarget.value)}
          className="h-8 w-32"
        />
        <Button
          ref={makeLink}
          variant="secondary"
          isBusy={isBusy}
          // The second click of a double click may come after the response to the first.
          onClick={({ detail }) => detail < 2 && onShare(Number(hours))}
        >
          Make a link
        </Button>
      </div>
      {shared && <NewLink {...shared} />}
    </section>
  )
}

function NewLink({ url, expires_at }: SharedLink) {
  return (
    <>
      <CopyLink label="Copy link" url={url} />
      <p className="text-xs text-muted">
        The link is shown only now. It works until {formatDateTime(expires_at)}.
      </p>
    </>
  )
}
