import { read, write } from '../../local-storage.ts'
import { element } from './element.ts'

/** In local storage. */
export const READINGS_KEY = 'last_readings'
/** Stories, the last opened first. */
const MAX_READINGS = 200

/** The id of an article, and when it was opened last, ISO 8601. */
type Reading = [article: string, at: string]

/**
 * Tells a reader who comes back to a story that it was changed or corrected since they opened it last, and records that
 * they have opened it now: in this browser only.
 */
export function showChangesSinceReading(): void {
  const story = document.querySelector<HTMLElement>('[data-article-id]')
  const article = story?.dataset.articleId
  if (!story || !article || document.querySelector('[data-preview]')) return
  const readings = readReadings()
  const last = readings.find(([id]) => id === article)?.[1]
  const others = readings.filter(([id]) => id !== article)
  const now: Reading = [article, new Date().toISOString()]
  write(READINGS_KEY, JSON.stringify([now, ...others].slice(0, MAX_READINGS)))
  // ISO instants in UTC sort as strings.
  const isSince = (instant = '') => last !== undefined && instant > last
  const { updated, corrected } = story.dataset
  if (last && (isSince(updated) || isSince(corrected)))
    story.querySelector('.meta')?.after(lineFor(last, isSince(corrected)))
}

function lineFor(last: string, isCorrected: boolean): HTMLElement {
  const day = new Date(last).toLocaleDateString('en-US', { dateStyle: 'long' })
  const line = element('p', {
    className: 'changed-since',
    textContent: `You last opened this story on ${day}. It was changed since. `,
  })
  if (isCorrected) line.append(element('a', { href: '#corrections', textContent: 'See the corrections' }))
  return line
}

/** Ignores values that other code may have stored. */
function readReadings(): Reading[] {
  try {
    const readings: unknown = JSON.parse(read(READINGS_KEY) ?? '[]')
    return Array.isArray(readings) ? readings.filter(isReading) : []
  } catch {
    return []
  }
}

const isReading = (value: unknown): value is Reading =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string'
