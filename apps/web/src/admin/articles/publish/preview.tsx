import type { Preview } from '@nightdesk/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, explain } from '../../../api.ts'
import { formatDateTime } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/field.tsx'
import { Problem } from '../../../ui/states.tsx'
import { notify } from '../../notify.ts'
import { CopyLink } from '../../users/one-time-link.tsx'
import { proofKey } from '../article-changed.ts'
import { useNotes } from '../notes/notes.tsx'

export interface PreviewDialogProps {
  articleId: number
  /** In the editor: sends unsaved changes, so that the preview shows them. @returns whether it succeeded */
  flush?: () => Promise<boolean>
  onClose(): void
}

/** Previews a page before it is public: in a new tab, or for others by a link that expires. */
export function PreviewDialog({ articleId, flush, onClose }: PreviewDialogProps) {
  return (
    <Dialog
      open
      role="dialog"
      title="Preview"
      description={
        flush
          ? 'The page as readers would see it, with what is not saved yet.'
          : 'The page as readers would see it, with the newest text.'
      }
      onClose={onClose}
      body={
        <div className="flex flex-col gap-6">
          <OpenInTab articleId={articleId} flush={flush} />
          <div className="flex flex-col gap-6 border-t border-line pt-4">
            <ShareLinks articleId={articleId} />
          </div>
        </div>
      }
    >
      <Button onClick={onClose}>Close</Button>
    </Dialog>
  )
}

function OpenInTab({ articleId, flush }: Omit<PreviewDialogProps, 'onClose'>) {
  const { create } = usePreviews(articleId)
  const [isOpening, setIsOpening] = useState(false)
  /** Unsaved changes could not be sent, and a preview without them would mislead. */
  const [isUnsent, setIsUnsent] = useState(false)

  async function open() {
    // Open the tab before the first await: browsers block it after one.
    const tab = window.open('', '_blank')
    if (!tab) {
      return notify({
        kind: 'error',
        title: 'The browser blocked the new tab',
        description: 'Allow pop-ups for this site, or make a link.',
      })
    }
    setIsOpening(true)
    const url = await makeLink().finally(() => setIsOpening(false))
    if (!url) return tab.close()
    tab.opener = null
    tab.location.replace(new URL(url).pathname)
  }

  async function makeLink(): Promise<string | undefined> {
    const isSent = (await flush?.()) ?? true
    setIsUnsent(!isSent)
    if (!isSent) return undefined
    const link = { id: articleId, hours: 1, with_unsaved: flush !== undefined }
    return create.mutateAsync(link).then(
      ({ url }) => url,
      () => undefined, // already announced
    )
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <Button variant="primary" size="lg" isBusy={isOpening} onClick={open}>
        Open in a new tab
      </Button>
      <Problem>
        {isUnsent &&
          'What you wrote last could not be sent, so the page would be an older one. Please try again.'}
      </Problem>
    </div>
  )
}

const LIFETIMES = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
]

/** Makes a preview link for others, and lists and revokes those that work. */
export function ShareLinks({ articleId }: { articleId: number }) {
  const { links, create, revoke } = usePreviews(articleId)
  const [hours, setHours] = useState('168')
  /** The link that was just made. */
  const [shared, setShared] = useState<{ id: number; url: string; expires_at: string }>()
  const makeLink = useRef<HTMLButtonElement>(null)
  const share = () => create.mutate({ id: articleId, hours: Number(hours) }, { onSuccess: setShared })
  function revokeLink(preview_id: number) {
    const pressed = document.activeElement
    revoke.mutate(
      { id: articleId, preview_id },
      {
        onSuccess() {
          setShared((made) => (made?.id === preview_id ? undefined : made))
          // The pressed button is removed with its link, so move the focus, unless it is elsewhere by now.
          if ([pressed, document.body].includes(document.activeElement)) makeLink.current?.focus()
        },
      },
    )
  }
  return (
    <>
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
            isBusy={create.isPending}
            // The second click of a double click may come after the response to the first.
            onClick={({ detail }) => detail < 2 && share()}
          >
            Make a link
          </Button>
        </div>
        {shared && (
          <>
            <CopyLink key={shared.url} label="Copy link" url={shared.url} />
            <p className="text-xs text-muted">
              The link is shown only now. It works until {formatDateTime(shared.expires_at)}.
            </p>
          </>
        )}
      </section>
      {links.error && <p role="alert">{explain(links.error)}</p>}
      <LinksThatWork links={links.data ?? []} isBusy={revoke.isPending} onRevoke={revokeLink} />
    </>
  )
}

interface LinksProps {
  links: readonly Preview[]
  isBusy: boolean
  onRevoke(id: number): void
}

/**
 * The links that have not expired, each with a button to revoke it. Those with unsaved text, which each look at a preview
 * makes, are folded.
 */
function LinksThatWork({ links, ...actions }: LinksProps) {
  if (links.length === 0) return null
  const shared = links.filter(({ with_unsaved }) => !with_unsaved)
  const unsaved = links.filter(({ with_unsaved }) => with_unsaved)
  return (
    <section aria-label="Links that work" className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-medium">Links that work</h3>
      {shared.length > 0 && <LinkList links={shared} {...actions} />}
      {unsaved.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm text-ink-2">{`With kept changes (${unsaved.length})`}</summary>
          <LinkList links={unsaved} {...actions} />
        </details>
      )}
    </section>
  )
}

const LinkList = ({ links, isBusy, onRevoke }: LinksProps) => (
  <ul className="flex flex-col">
    {links.map(({ id, created_by_name, expires_at }) => (
      <li key={id} className="flex items-center justify-between gap-3 py-1">
        <span className="min-w-0 wrap-anywhere text-ink-2">
          {created_by_name}
          <br />
          <span className="text-xs text-muted">until {formatDateTime(expires_at)}</span>
        </span>
        <Button
          size="sm"
          isBusy={isBusy}
          aria-label={`Revoke the link of ${created_by_name} that works until ${formatDateTime(expires_at)}`}
          onClick={() => onRevoke(id)}
        >
          Revoke
        </Button>
      </li>
    ))}
  </ul>
)

function usePreviews(id: number) {
  const utils = api.useUtils()
  const queries = useQueryClient()
  const hasNotes = (useNotes(id)?.length ?? 0) > 0
  const links = api.previews.list.useQuery({ id })
  const reload = () => utils.previews.list.invalidate({ id })
  const create = api.previews.create.useMutation({
    meta: { failure: { title: 'Failed to make a preview link' } },
    onSuccess: reload,
  })
  const revoke = api.previews.revoke.useMutation({
    meta: { failure: { title: 'Failed to revoke the preview link' } },
    onSuccess: () => {
      reload()
      // It may have been the link of the proof.
      void queries.resetQueries({ queryKey: proofKey(id) })
      const description = hasNotes
        ? 'It shows nothing any more. The notes of readers stay with the article.'
        : 'It shows nothing any more.'
      notify({ title: 'Preview link revoked', description })
    },
  })
  return { links, create, revoke }
}
