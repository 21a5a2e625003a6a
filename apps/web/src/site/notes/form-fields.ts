import { NOTE_LIMITS } from '@nightdesk/contracts'
import { element } from '../reader/element.ts'

/** Characters of a paragraph in the list of paragraphs. */
const LABEL = 60

export type FormFields = ReturnType<typeof formFields>

/** The dialog with its fields. It keeps what was typed until the note is sent. */
export function formFields(paragraphs: readonly string[]) {
  const title = element('h2', { id: 'note-title', textContent: 'Add a note' })
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
  privacy.textContent = 'Only the people who edit this story read your note.'
  const form = element('form', {})
  form.append(title, labelled('About', about), quote, labelled('Note', note), suggestionField)
  form.append(labelled('Your name', name), privacy, problem, buttons)
  const dialog = element('dialog', { className: 'note-form' })
  dialog.setAttribute('aria-labelledby', title.id)
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
    setSelection(isSelected: boolean) {
      if (selection) selection.hidden = selection.disabled = !isSelected
      about.value = isSelected ? 'selection' : 'story'
    },
    setBusy(isBusy: boolean) {
      send.disabled = isBusy
    },
    showProblem(text: string) {
      problem.textContent = text
    },
  }
}

function aboutField(paragraphs: readonly string[]): HTMLSelectElement {
  const select = element('select', {})
  const option = (value: string, textContent: string) => element('option', { value, textContent })
  select.append(option('selection', 'The selected words'), option('story', 'The whole story'))
  for (const [index, text] of paragraphs.entries()) {
    const beginning = text.length > LABEL ? `${text.slice(0, LABEL)}…` : text
    select.append(option(String(index), `${index + 1}. ${beginning}`))
  }
  return select
}

function labelled(text: string, field: HTMLElement): HTMLLabelElement {
  const label = element('label', { className: 'note-field' })
  label.append(element('span', { textContent: text }), field)
  return label
}
