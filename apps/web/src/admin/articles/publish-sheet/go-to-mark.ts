import type { Block } from '@nightdesk/contracts'
import { type EditorPlace, editorPlace, type Mark } from '@nightdesk/editor'

interface Destinations {
  content: readonly Block[]
  /** Opens the panel with excerpt and featured image. */
  showDetails(): void
  select(place: EditorPlace): void
}

/** Focuses the place of a mark on the writing screen. */
export function goToMark({ place }: Mark, { content, showDetails, select }: Destinations): void {
  if (place.field === 'content') {
    select(editorPlace(content, place))
    return
  }
  if (place.field !== 'title') showDetails()
  // The panel may be hidden until the next render.
  setTimeout(() => document.querySelector<HTMLElement>(FIELDS[place.field])?.focus())
}

const FIELDS = {
  title: '.title-field',
  excerpt: '.details-panel [name=excerpt]',
  'featured-image': '.details-panel input[type=file]',
  'featured-image-description': '.details-panel [name=poster_alt]',
}
