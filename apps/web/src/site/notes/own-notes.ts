import { type Anchor, findAnchor } from '@nightdesk/editor/anchors'
import type { DomText } from '@nightdesk/editor/anchors/dom'
import { read, write } from '../../local-storage.ts'
import { element } from '../reader/element.ts'

/** A note as its sender remembers it, in their browser only. */
export interface OwnNote extends Anchor {
  text: string
  suggestion: string | null
}

interface RememberedLink {
  expires_at: string
  notes: OwnNote[]
}

const KEY = 'notes'
/** Name of the highlight that `notes.css` styles. */
const HIGHLIGHT = 'own-notes'

/** What this is a preview of: only a story has the number under which views are counted. */
export const kindOfText = () => (document.querySelector('[data-article-id]') ? 'story' : 'page')

/** Shows the notes that were sent from this browser by this link, and marks their words. */
export function showOwnNotes(notice: HTMLElement, text: DomText) {
  const path = location.pathname
  const expires_at = notice.querySelector('time')?.dateTime ?? ''
  const list = element('ul', {})
  const summary = element('summary', {})
  const details = element('details', { className: 'own-notes', open: true, hidden: true })
  details.append(summary, list)
  notice.after(details)
  const highlight = 'highlights' in CSS ? new Highlight() : null
  if (highlight) CSS.highlights.set(HIGHLIGHT, highlight)
  const show = (note: OwnNote) => {
    const range = findAnchor(text.text, note)
    const place = range && text.domRange(range)
    if (place) highlight?.add(place)
    list.append(itemOf(note, place))
    summary.textContent = `Your notes (${list.childElementCount})`
    details.hidden = false
  }
  for (const note of rememberedLinks()[path]?.notes ?? []) show(note)
  return {
    add(note: OwnNote) {
      // Another tab may have added some since.
      const links = rememberedLinks()
      const notes = [...(links[path]?.notes ?? []), note]
      write(KEY, JSON.stringify({ ...links, [path]: { expires_at, notes } }))
      show(note)
    },
  }
}

function itemOf({ quote, text, suggestion }: OwnNote, place: Range | undefined): HTMLElement {
  const item = element('li', {})
  if (place) {
    const button = element('button', { type: 'button', textContent: `“${quote}”` })
    button.addEventListener('click', () => {
      getSelection()?.setBaseAndExtent(
        place.startContainer,
        place.startOffset,
        place.endContainer,
        place.endOffset,
      )
      place.startContainer.parentElement?.scrollIntoView({ block: 'center' })
    })
    item.append(button)
  } else
    item.append(
      element('span', {
        className: 'note-quote',
        textContent: quote ? `“${quote}”` : `The whole ${kindOfText()}`,
      }),
    )
  item.append(element('p', { textContent: text }))
  if (suggestion !== null) item.append(element('p', { textContent: `Suggested: “${suggestion}”` }))
  return item
}

/** Those that have not expired, by their paths. */
function rememberedLinks(): Record<string, RememberedLink> {
  const now = new Date().toISOString()
  const links = Object.entries(parse(read(KEY)))
  return Object.fromEntries(links.filter(([, { expires_at }]) => expires_at > now))
}

function parse(stored: string | null): Record<string, RememberedLink> {
  try {
    // Written by this file only.
    return JSON.parse(stored ?? '{}') as Record<string, RememberedLink>
  } catch {
    return {}
  }
}
