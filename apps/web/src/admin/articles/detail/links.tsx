import type { LinkInText, LinkState, PictureInText } from '@nightdesk/contracts'
import { formatBytes } from '@nightdesk/contracts/files'
import { Link } from 'react-router'
import { api } from '../../../api.ts'
import { formatShortDate } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../notify.ts'
import { FAST_POLL_MS } from '../../query-client.ts'
import { Loaded } from '../../screen/loaded.tsx'

/** The links of an article with what was found at them, and its pictures. */
export function LinksAndPictures({ articleId }: { articleId: number }) {
  const found = api.links.get.useQuery(
    { id: articleId },
    { refetchInterval: ({ state }) => state.data?.is_checking === true && FAST_POLL_MS },
  )
  return (
    <div className="border-t border-line p-4 sm:p-5">
      <Loaded query={found} loading="Loading links and pictures...">
        {({ links, pictures, is_checking }) => (
          <div className="grid gap-6 lg:grid-cols-2">
            <Links articleId={articleId} links={links} isChecking={is_checking} />
            <Pictures pictures={pictures} />
          </div>
        )}
      </Loaded>
    </div>
  )
}

interface LinksProps {
  articleId: number
  links: readonly LinkInText[]
  isChecking: boolean
}

function Links({ articleId, links, isChecking }: LinksProps) {
  const { links: cached } = api.useUtils()
  const check = api.links.check.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to check the links' } },
    onSuccess({ due }) {
      if (due === 0) notify({ kind: 'info', title: 'The links were checked less than a minute ago' })
      return cached.get.invalidate({ id: articleId })
    },
  })
  const canCheck = links.some(({ host }) => host !== null)
  return (
    <section aria-label="Links" className="min-w-0">
      <header className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">Links ({links.length})</h3>
        {canCheck && (
          <Button
            size="sm"
            isBusy={check.isPending || isChecking}
            onClick={() => check.mutate({ id: articleId })}
          >
            Check again
          </Button>
        )}
      </header>
      <p role="status" className="sr-only">
        {isChecking && 'Checking the links…'}
      </p>
      {links.length === 0 ? (
        <p className="text-muted">There are no links in the text.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {links.map((link, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text may have the same link twice
            <LinkItem key={index} link={link} />
          ))}
        </ul>
      )}
    </section>
  )
}

const Pictures = ({ pictures }: { pictures: readonly PictureInText[] }) => (
  <section aria-label="Pictures" className="min-w-0">
    <h3 className="mb-2 flex min-h-8 items-center text-sm font-medium">Pictures ({pictures.length})</h3>
    {pictures.length === 0 ? (
      <p className="text-muted">There are no pictures in the text.</p>
    ) : (
      <ul className="flex flex-col divide-y divide-line">
        {pictures.map((picture, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text may show the same picture twice
          <PictureItem key={index} picture={picture} />
        ))}
      </ul>
    )}
  </section>
)

function LinkItem({ link }: { link: LinkInText }) {
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
    return <Link to={paths.admin.draft(story.id)}>{story.title}</Link>
  }
  if (host === null) return url
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" title={url}>
      {host}
    </a>
  )
}

interface Description {
  label: string
  tone: Tone
  /** What else there is to know, as a sentence. */
  detail?: string
}

type Known = Pick<LinkInText, 'url' | 'host' | 'state' | 'status' | 'location' | 'checked_at' | 'story'>

/** What is at the address of a link, in words. */
export function describeLink({ url, host, state, status, location, checked_at, story }: Known): Description {
  if (host === null) return describeOwn(url, story)
  const { label, tone } = STATES[state]
  const day = checked_at ? formatShortDate(checked_at) : ''
  switch (state) {
    case 'moved':
      return { label, tone, detail: `It is now at ${location}.` }
    case 'refused':
      return { label, tone, detail: `The site does not answer programs${ofStatus(status)}.` }
    case 'failed':
      return { label, tone, detail: `${describeFailure(status)} on ${day}. It is tried again the next day.` }
    default:
      return { label: state === 'dead' && status !== null ? `${label}: ${status}` : label, tone }
  }
}

const describeFailure = (status: number | null) =>
  status === 404 || status === 410 ? 'Nothing was there' : `It could not be reached${ofStatus(status)}`

const ofStatus = (status: number | null) => (status === null ? '' : ` (status ${status})`)

const STATES: Record<LinkState, { label: string; tone: Tone }> = {
  works: { label: 'Works', tone: 'success' },
  moved: { label: 'Moved', tone: 'info' },
  refused: { label: 'Not known', tone: 'neutral' },
  failed: { label: 'Not reached', tone: 'warning' },
  dead: { label: 'Dead', tone: 'danger' },
  unchecked: { label: 'Not checked', tone: 'neutral' },
}

function describeOwn(url: string, story: LinkInText['story']): Description {
  if (story)
    return story.is_published
      ? { label: 'Published', tone: 'success' }
      : { label: 'Not published', tone: 'warning', detail: 'Readers find nothing there.' }
  // Other names below /post may be addresses of an earlier site, which lead on.
  if (/^(https?:\/\/[^/]+)?\/post\/\d+(\.epub)?([?#]|$)/.test(url))
    return { label: 'Dead', tone: 'danger', detail: 'There is no such story.' }
  return STATES.unchecked
}

function PictureItem({ picture }: { picture: PictureInText }) {
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
                <Link to={paths.admin.draft(id)}>{title}</Link>
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
