import { NOTE_LIMITS } from '@nightdesk/contracts'
import { type Anchor, describeRange, type TextRange } from '@nightdesk/editor/anchors'
import type { DomText } from '@nightdesk/editor/anchors/dom'
import { read, write } from '../../local-storage.ts'
import { notify } from '../reader/notify.ts'
import { type FormFields, formFields } from './form-fields.ts'
import type { OwnNote } from './own-notes.ts'
import { sendNote } from './send-note.ts'

interface Options {
  words: HTMLElement
  text: DomText
  onSent(note: OwnNote): void
}

/** The key of the reader’s name, which the next note starts with. */
const NAME = 'note_name'
const WHOLE: Anchor = { quote: '', prefix: '', suffix: '' }

/** Makes the form for a note. @returns opens it, for the selected words if there are any */
export function createNoteForm({ words, text, onSent }: Options): (selected?: TextRange) => void {
  const paragraphs = paragraphsOf(words, text)
  const fields = formFields(paragraphs.map(({ label }) => label))
  const { dialog, form, about, name, note } = fields
  let selected: TextRange | undefined
  const rangeNow = () => (about.value === 'selection' ? selected : paragraphs[Number(about.value)]?.range)
  const showAnchor = () => showQuote(fields, anchorOf(text, rangeNow()))
  about.addEventListener('change', showAnchor)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const anchor = anchorOf(text, rangeNow())
    const content = { ...anchor, text: note.value.trim(), suggestion: suggestionOf(fields) }
    fields.setBusy(true)
    const problem = await sendNote({ ...content, name: name.value.trim() })
    fields.setBusy(false)
    if (problem) return fields.showProblem(problem)
    write(NAME, name.value.trim())
    onSent(content)
    note.value = ''
    getSelection()?.removeAllRanges()
    dialog.close()
    notify('Note sent', 'The people who edit this story can read it now.')
  })
  return (range) => {
    selected = range
    fields.setSelection(range !== undefined)
    name.value ||= read(NAME) ?? ''
    fields.showProblem('')
    showAnchor()
    if (!dialog.isConnected) document.querySelector('main')?.append(dialog)
    dialog.showModal()
    note.focus()
  }
}

/** At most as many characters as a quote may have, in whole words. */
function anchorOf(text: DomText, range: TextRange | undefined): Anchor {
  if (!range) return WHOLE
  const longest = range.start + NOTE_LIMITS.quote
  const blank = text.text.lastIndexOf(' ', longest)
  const end = range.end <= longest ? range.end : blank > range.start ? blank : longest
  return describeRange(text.text, { start: range.start, end })
}

function showQuote({ quote, suggestion, suggestionField }: FormFields, anchor: Anchor): void {
  quote.textContent = anchor.quote
  quote.hidden = suggestionField.hidden = anchor.quote === ''
  suggestion.value = anchor.quote
}

/** Null unless the words were changed. */
function suggestionOf({ suggestion, quote }: FormFields): string | null {
  return quote.hidden || suggestion.value === quote.textContent ? null : suggestion.value
}

/** The paragraphs that a reader can choose without selecting words. */
function paragraphsOf(words: HTMLElement, text: DomText): { label: string; range: TextRange }[] {
  return [...words.children].flatMap((child) => {
    const whole = document.createRange()
    whole.selectNodeContents(child)
    const range = text.textRange(whole)
    if (!range) return []
    const label = text.text.slice(range.start, range.end).trim()
    return label === '' ? [] : [{ label, range: { start: range.start, end: range.start + label.length } }]
  })
}
