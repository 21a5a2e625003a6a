import './notes.css'
import { type TextRange, wholeWords } from '@nightdesk/editor/anchors'
import { type DomText, readDomText } from '@nightdesk/editor/anchors/dom'
import { element } from '../reader/element.ts'
import { createNoteForm } from './note-form.ts'
import { showOwnNotes } from './own-notes.ts'

// The script of previews only: readers may leave notes. The page works without it.

const notice = document.querySelector<HTMLElement>('[data-preview]')
const words = document.querySelector<HTMLElement>('.story .prose')
if (notice && words) offerNotes(notice, words)

function offerNotes(notice: HTMLElement, words: HTMLElement): void {
  const text = readDomText(words)
  const own = showOwnNotes(notice, text)
  const open = createNoteForm({
    words,
    text,
    onSent(note) {
      own.add(note)
      selection.forget()
    },
  })
  const add = element('button', { type: 'button', className: 'button', textContent: 'Add a note' })
  const hint = element('span', { textContent: 'Notes for the author: select some words, or' })
  const offer = element('span', { className: 'note-offer' })
  offer.append(hint, add)
  notice.append(offer)
  const selection = offerSelection({ words, text, onChosen: open })
  add.addEventListener('click', () => open(selection.words()))
}

interface Options {
  words: HTMLElement
  text: DomText
  onChosen(range: TextRange): void
}

/** Pixels between the selected words and the button. */
const GAP = 8

/** Shows a button at selected words. @returns functions that read and forget the words that were selected last */
function offerSelection({ words, text, onChosen }: Options) {
  let selected: TextRange | undefined
  const button = element('button', { type: 'button', className: 'button note-here', hidden: true })
  button.textContent = 'Note'
  button.ariaLabel = 'Add a note on the selected words'
  // A press must not end the selection.
  button.addEventListener('pointerdown', (event) => event.preventDefault())
  button.addEventListener('click', () => {
    button.hidden = true
    if (selected) onChosen(selected)
  })
  words.closest('main')?.append(button)
  document.addEventListener('selectionchange', () => {
    const range = selectedIn(words)
    // A press on a button ends the selection in some browsers, and the words are still meant.
    if (!range && document.activeElement?.closest('[data-preview], .note-form')) return
    const found = range && text.textRange(range)
    const whole = found && wholeWords(text.text, found)
    selected = whole && whole.end > whole.start ? whole : undefined
    button.hidden = !selected
    if (range && selected) place(button, range, words)
  })
  return {
    words: () => selected,
    forget() {
      selected = undefined
      button.hidden = true
    },
  }
}

function selectedIn(words: HTMLElement): Range | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  return range.intersectsNode(words) ? range : undefined
}

/** Below the end of the words, within their column. */
function place(button: HTMLElement, range: Range, words: HTMLElement): void {
  const last = [...range.getClientRects()].at(-1)
  if (!last) return
  const column = words.getBoundingClientRect()
  const left = Math.min(last.right, column.right - button.offsetWidth)
  button.style.left = `${Math.max(column.left, left) + scrollX}px`
  button.style.top = `${last.bottom + scrollY + GAP}px`
}
