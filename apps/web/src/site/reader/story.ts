import { readList, write } from '../../local-storage.ts'
import { element } from './element.ts'

/** Pixels between the pop-over and its reference, and to the edges of the window. */
const GAP = 8

/** Shows a footnote beside its reference. Without this, the link leads to the note at the end of the text. */
export function bindFootnotes(): void {
  if (!('popover' in HTMLElement.prototype)) return
  document.addEventListener('click', (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const link =
      event.target instanceof Element &&
      event.target.closest<HTMLAnchorElement>('.footnote-reference > a[role=doc-noteref]')
    const note = link && document.getElementById(link.hash.slice(1))
    if (!link || !note) return
    event.preventDefault()
    show(note, link)
  })
}

function show(note: HTMLElement, link: HTMLAnchorElement): void {
  const popover = element('div', {
    className: 'footnote-popover',
    popover: 'auto',
    role: 'note',
    ariaLabel: link.ariaLabel,
    tabIndex: -1,
    dir: 'auto',
  })
  popover.append(...[...note.childNodes].map((node) => node.cloneNode(true)))
  for (const copy of popover.querySelectorAll('[role=doc-backlink]')) copy.remove()
  for (const copy of popover.querySelectorAll('[id]')) copy.removeAttribute('id')
  popover.addEventListener('toggle', ({ newState }) => {
    if (newState === 'closed') popover.remove()
  })
  // Next to the link, so that Tab goes on from there.
  link.after(popover)
  // Safari does not focus a pressed link; the focus returns to it when the pop-over is closed.
  link.focus({ preventScroll: true })
  popover.showPopover()
  place(popover, link)
  popover.focus({ preventScroll: true })
}

/** Below the reference, or above it if there is no room, within the width of the window. */
function place(popover: HTMLElement, link: HTMLElement): void {
  const { left, top, bottom } = link.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = popover
  const isBelow = bottom + GAP + offsetHeight <= innerHeight || top < offsetHeight + GAP
  const right = document.documentElement.clientWidth - offsetWidth - GAP
  popover.style.left = `${scrollX + Math.max(GAP, Math.min(left - GAP, right))}px`
  popover.style.top = `${scrollY + (isBelow ? bottom + GAP : top - GAP - offsetHeight)}px`
}

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
  const readings = readList(READINGS_KEY, isReading)
  const last = readings.find(([id]) => id === article)?.[1]
  const others = readings.filter(([id]) => id !== article)
  const { updated, corrected } = story.dataset
  // ISO instants in UTC sort as strings. By a slow clock, what is read now would be changed later.
  const [now = ''] = [new Date().toISOString(), updated ?? '', corrected ?? ''].sort().reverse()
  const reading: Reading = [article, now]
  write(READINGS_KEY, JSON.stringify([reading, ...others].slice(0, MAX_READINGS)))
  const isSince = (instant = '') => last !== undefined && instant > last
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

const isReading = (value: unknown): value is Reading =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string'

/**
 * Shows the previous and the next story of the tag by which the reader came: the one in the address, or the one that the page
 * before was the list of, or was reached by. Otherwise the page shows those of the first tag.
 */
export function showNeighboursOfTag(referrer: string): void {
  const followed = new URLSearchParams(location.search).get('tag') ?? tagOf(referrer)
  const pairs = [...document.querySelectorAll<HTMLElement>('[data-neighbours]')]
  const wanted = pairs.find(({ dataset }) => dataset.neighbours === followed)
  if (!wanted) return
  for (const pair of pairs) pair.hidden = pair !== wanted
}

const TAG_LIST = /^\/tag\/([^/]+)$/

/** The slug of the list of a tag on this site, or of the tag by which a story was reached. */
function tagOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { origin, pathname, searchParams } = new URL(address)
  if (origin !== location.origin) return null
  const [, slug] = TAG_LIST.exec(pathname) ?? []
  try {
    return slug ? decodeURIComponent(slug) : searchParams.get('tag')
  } catch {
    return null // not an address that a link of this site has
  }
}
