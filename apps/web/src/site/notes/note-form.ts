import { NOTE_LIMITS, notesPath } from '@nightdesk/contracts'
import { type Anchor, describeRange, type TextRange } from '@nightdesk/editor/anchors'
import type { DomText } from '@nightdesk/editor/anchors/dom'
import { read, write } from '../../local-storage.ts'
import { element } from '../reader/element.ts'
import { notify } from '../reader/toast.ts'
import { kindOfText, type OwnNote } from './own-notes.ts'

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
  const { dialog, form, about, name, note, problem, send } = fields
  let selected: TextRange | undefined
  const rangeNow = () => (about.value === 'selection' ? selected : paragraphs[Number(about.value)]?.range)
  const showAnchor = () => showQuote(fields, anchorOf(text, rangeNow()))
  about.addEventListener('change', showAnchor)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const anchor = anchorOf(text, rangeNow())
    const content = { ...anchor, text: note.value.trim(), suggestion: suggestionOf(fields) }
    send.disabled = true
    const refusal = await sendNote({ ...content, name: name.value.trim() })
    send.disabled = false
    if (refusal && !dialog.open) return notify('The note was not sent', refusal)
    problem.textContent = refusal ?? ''
    if (refusal) return
    write(NAME, name.value.trim())
    onSent(content)
    // Whoever closed the dialog meanwhile may be writing the next note.
    if (note.value.trim() === content.text) {
      note.value = ''
      showQuote(fields, WHOLE)
      getSelection()?.removeAllRanges()
      dialog.close()
    }
    notify('Note sent', `The people who edit this ${kindOfText()} can read it now.`)
  })
  return (range) => {
    // What was typed stays, with its place, unless other words are selected.
    if (range || (note.value === '' && suggestionOf(fields) === null)) {
      selected = range
      fields.setSelection(range !== undefined)
      showAnchor()
    }
    name.value ||= read(NAME) ?? ''
    problem.textContent = ''
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
  if (quote.textContent !== anchor.quote) suggestion.value = anchor.quote
  quote.textContent = anchor.quote
  quote.hidden = suggestionField.hidden = anchor.quote === ''
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

const LABEL = /^.{0,60}/su

type FormFields = ReturnType<typeof formFields>

/** The dialog with its fields. It keeps what was typed until the note is sent. */
function formFields(paragraphs: readonly string[]) {
  const title = element('h2', { textContent: 'Add a note' })
  const about = aboutField(paragraphs)
  const quote = element('blockquote', {})
  const note = element('textarea', { required: true, rows: 4, maxLength: NOTE_LIMITS.text })
  const suggestion = element('textarea', { rows: 3, maxLength: NOTE_LIMITS.suggestion })
  const suggestionField = element('details', {})
  suggestionField.append(
    element('summary', { textContent: 'Suggest other words' }),
    labelled('Your words instead of the quote', suggestion),
  )
  const name = element('input', { required: true, maxLength: NOTE_LIMITS.name, autocomplete: 'name' })
  const problem = element('p', { className: 'note-problem', role: 'alert' })
  const send = element('button', { className: 'button', textContent: 'Send note' })
  const cancel = element('button', { type: 'button', className: 'button quiet', textContent: 'Cancel' })
  const buttons = element('div', { className: 'note-buttons' })
  buttons.append(send, cancel)
  const privacy = element('p', { className: 'note-privacy' })
  privacy.textContent = `Only the people who edit this ${kindOfText()} read your note.`
  const form = element('form', {})
  form.append(title, labelled('About', about), quote, labelled('Note', note), suggestionField)
  form.append(labelled('Your name', name), privacy, problem, buttons)
  // Named by a label, as a heading of the story may have any id.
  const dialog = element('dialog', { className: 'note-form', ariaLabel: 'Add a note' })
  dialog.append(form)
  cancel.addEventListener('click', () => dialog.close())
  const [selection] = about.options
  return {
    dialog,
    form,
    about,
    quote,
    note,
    suggestion,
    suggestionField,
    name,
    problem,
    send,
    setSelection(isSelected: boolean) {
      if (selection) selection.hidden = selection.disabled = !isSelected
      about.value = isSelected ? 'selection' : 'whole'
    },
  }
}

function aboutField(paragraphs: readonly string[]): HTMLSelectElement {
  const select = element('select', {})
  const option = (value: string, textContent: string) => element('option', { value, textContent })
  select.append(option('selection', 'The selected words'), option('whole', `The whole ${kindOfText()}`))
  for (const [index, text] of paragraphs.entries()) {
    const [beginning = ''] = LABEL.exec(text) ?? []
    const end = beginning === text ? '' : '…'
    select.append(option(String(index), `${index + 1}. ${beginning}${end}`))
  }
  return select
}

function labelled(text: string, field: HTMLElement): HTMLLabelElement {
  const label = element('label', { className: 'note-field' })
  label.append(element('span', { textContent: text }), field)
  return label
}

interface SentNote extends Anchor {
  name: string
  text: string
  suggestion: string | null
}

const OFFLINE = 'The note could not be sent. Check your connection and try again.'
const ENDED = 'This preview link has ended or was withdrawn. Ask the person who sent it to you for a new one.'

/** Sends a note. @returns the problem in a sentence, or undefined when it was stored */
async function sendNote(note: SentNote): Promise<string | undefined> {
  const version_id = Number(document.querySelector<HTMLElement>('[data-version-id]')?.dataset.versionId)
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...note, version_id }),
  }
  try {
    const answer = await fetch(notesPath(location.pathname.split('/').at(-1) ?? ''), request)
    if (answer.ok) return undefined
    if (answer.status === 404) return ENDED
    const { error, fields }: { error?: string; fields?: { message: string }[] } = await answer.json()
    return fields?.[0]?.message ?? error ?? OFFLINE
  } catch {
    return OFFLINE
  }
}
