import type { LinkInText, LinkState } from '@nightdesk/contracts'
import { formatShortDate } from '../../../format.ts'
import type { Tone } from '../../../ui/badge.tsx'

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
  if (/^\/post\//.test(url)) return { label: 'Dead', tone: 'danger', detail: 'There is no such story.' }
  return STATES.unchecked
}
