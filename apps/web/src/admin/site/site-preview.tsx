import {
  CARD_SIZE,
  type Scheme,
  SITE_PREVIEWS,
  type SiteFields,
  type SitePreview,
  type SitePreviewAnswer,
} from '@nightdesk/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Segments } from '../../ui/segments.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { sessionHeaders } from '../auth/session.ts'
import { DESKTOP, PageFrame, PHONE } from '../screen/page-frame.tsx'

type Screen = 'phone' | 'desktop'

const LABELS: Record<SitePreview, string> = { home: 'Home', story: 'Story', card: 'Card', mail: 'Mail' }
const PARTS = SITE_PREVIEWS.map((value) => ({ value, label: LABELS[value] }))
const SCREENS: { value: Screen; label: string }[] = [
  { value: 'phone', label: 'Phone' },
  { value: 'desktop', label: 'Desktop' },
]
const SCHEMES: { value: Scheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Milliseconds without a change before the preview follows. */
const PAUSE = 400

/** What changes would make of a version of the site, before they are saved. */
export function Preview({ changes, version }: { changes: Partial<SiteFields>; version: number }) {
  const [shows, setShows] = useState<SitePreview>('home')
  const [screen, setScreen] = useState<Screen>('phone')
  const [scheme, setScheme] = useState<Scheme>('light')
  const settled = useSettled(JSON.stringify(changes), PAUSE)
  const preview = useQuery({
    queryKey: ['site preview', version, shows, settled],
    queryFn: ({ signal }) =>
      loadPreview({ shows, ...(settled !== '{}' && { changes: JSON.parse(settled) }) }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { error, refetch } = preview
  /** Changes that are still being typed leave what was shown before, unless it is another part. */
  const [shown, setShown] = useState<{ shows: SitePreview; data: SitePreviewAnswer }>()
  if (preview.data && preview.data !== shown?.data) setShown({ shows, data: preview.data })
  const isUnfinished = preview.data === null && !preview.isPlaceholderData && shown?.shows !== shows
  const data = isUnfinished ? undefined : shown?.data
  const isPage = shows === 'home' || shows === 'story'
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-20 lg:self-start">
      <div className="flex flex-wrap gap-2">
        <Segments label="Preview of" options={PARTS} value={shows} onChange={(value) => setShows(value)} />
        {isPage && (
          <Segments label="Screen" options={SCREENS} value={screen} onChange={(value) => setScreen(value)} />
        )}
        {isPage && (
          <Segments label="Theme" options={SCHEMES} value={scheme} onChange={(value) => setScheme(value)} />
        )}
      </div>
      {error && <ErrorState message={error.message} onRetry={() => refetch()} />}
      {isUnfinished && (
        <p role="status" className="text-muted">
          It is shown as soon as no field is refused.
        </p>
      )}
      {!data && !error && !isUnfinished && <Loading label="Loading the preview..." lines={1} line="h-120" />}
      {data?.html && (
        <PageFrame
          key={screen}
          page={{ html: data.html.replace('<html ', `<html data-theme="${scheme}" `) }}
          label={`${LABELS[shows]} on a ${screen}`}
          {...(screen === 'phone' ? PHONE : DESKTOP)}
          className={`h-[36rem] max-h-[70dvh] w-full ${screen === 'phone' ? 'max-w-80' : ''}`}
        />
      )}
      {data?.image && (
        <img
          {...CARD_SIZE}
          src={data.image}
          alt="The card of the newest story"
          className="h-auto w-full rounded-card border border-line bg-sunken"
        />
      )}
      {data?.text && (
        <div className="rounded-card border border-line bg-surface p-4">
          <p className="font-medium wrap-anywhere">{data.subject}</p>
          <p className="mt-2 text-sm wrap-anywhere whitespace-pre-line text-ink-2">{data.text}</p>
        </div>
      )}
    </section>
  )
}

interface Answer {
  data?: SitePreviewAnswer
  error?: string
}

/** Pages are no data, so this is beside the typed client. @returns null for changes that the site cannot have: their fields say why. */
async function loadPreview(input: object, signal: AbortSignal): Promise<SitePreviewAnswer | null> {
  const answer = await fetch('/admin/site/preview', {
    method: 'POST',
    headers: { ...sessionHeaders(), 'content-type': 'application/json' },
    body: JSON.stringify(input),
    signal,
  }).catch(() => null)
  // Something between may answer in place of our own server.
  const { data, error }: Answer = (await answer?.json().catch(() => null)) ?? {}
  if (data || answer?.status === 422) return data ?? null
  throw new Error(error ?? 'The preview could not be loaded. Please try again later.')
}
