import './notes.css'
import { readDomText } from '@nightdesk/editor/anchors/dom'
import { element } from '../reader/element.ts'
import { createNoteForm } from './note-form.ts'
import { offerSelection } from './offer-selection.ts'
import { showOwnNotes } from './own-notes.ts'

// The script of previews only: readers may leave notes. The page works without it.

start()
// `reader.ts` swaps `<main>`, and a reader may come back to this page.
new MutationObserver(start).observe(document.body, { childList: true })

function start(): void {
  const notice = document.querySelector<HTMLElement>('[data-preview]:not([data-notes])')
  const words = document.querySelector<HTMLElement>('.story .prose')
  if (!notice || !words) return
  notice.dataset.notes = ''
  const text = readDomText(words)
  const own = showOwnNotes(notice, text)
  const open = createNoteForm({ words, text, onSent: own.add })
  const add = element('button', { type: 'button', className: 'button', textContent: 'Add a note' })
  const hint = element('span', { textContent: 'Notes for the author: select some words, or' })
  const offer = element('span', { className: 'note-offer' })
  offer.append(hint, add)
  notice.append(offer)
  const selected = offerSelection({ words, text, onChosen: open })
  add.addEventListener('click', () => open(selected()))
}
