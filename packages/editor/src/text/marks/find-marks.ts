import type { Block } from '@nightdesk/contracts'
import { truncate } from '../truncate.ts'
import { type AddressFacts, marksOfContent, marksOfSize } from './content-marks.ts'
import { MARK_KINDS, type Mark } from './mark.ts'
import { paragraphOf } from './prose.ts'
import { marksOfText } from './text-marks.ts'

/** Graphemes of a title that search engines show, before they cut it at about 600 pixels. */
export const SEARCH_TITLE_LENGTH = 60
/** Graphemes of a title on a card and on the cover of an e-book. */
export const CARD_TITLE_LENGTH = 140
/** A text before it is published. */
export interface MarkedText {
  title: string
  /** Written by an author; empty when it is derived from the content. */
  excerpt: string
  content: readonly Block[]
  /** Address; null for none. */
  featured_image: string | null
  /** Its description, empty for none. */
  featured_image_alt: string
}

/** The marks of a copy editor on a text, in the order of their kinds and of the text. */
export function findMarks(text: MarkedText, facts: AddressFacts): Mark[] {
  const marks = [...marksOfFields(text, facts), ...marksOfContent(text.content, facts)]
  return marks.sort((a, b) => MARK_KINDS.indexOf(a.kind) - MARK_KINDS.indexOf(b.kind))
}

function marksOfFields(
  { title, excerpt, featured_image, featured_image_alt }: MarkedText,
  { pictureBytes }: AddressFacts,
): Mark[] {
  const ofField = (kind: 'title' | 'excerpt' | 'featured-image', sentence: string): Mark => ({
    kind,
    id: `${kind} ${sentence}`,
    sentence,
    context: '',
    place: { field: kind },
  })
  const marks = [
    ...marksOfText(paragraphOf(title), { field: 'title' }),
    ...marksOfText(paragraphOf(excerpt), { field: 'excerpt' }),
  ]
  const cut = cutTitle(title)
  if (cut) marks.push(ofField('title', cut))
  if (excerpt.trim() === '') marks.push(ofField('excerpt', 'No excerpt: the beginning of the text is shown.'))
  if (featured_image === null) marks.push(ofField('featured-image', 'No featured image: a drawing is shown.'))
  else if (featured_image_alt.trim() === '') marks.push(undescribedFeaturedImage)
  const place = { field: 'featured-image' } as const
  return [...marks, ...marksOfSize(featured_image ?? '', 'Featured image', place, pictureBytes)]
}

const undescribedFeaturedImage: Mark = {
  kind: 'description',
  id: 'description of the featured image',
  sentence: 'The featured image has no description.',
  context: '',
  place: { field: 'featured-image-description' },
}

function cutTitle(title: string): string | undefined {
  const isCut = (length: number) => truncate(title.trim(), length) !== title.trim()
  if (isCut(CARD_TITLE_LENGTH)) return `Cards and e-books show ${CARD_TITLE_LENGTH} characters of the title.`
  if (isCut(SEARCH_TITLE_LENGTH))
    return `Search engines show about ${SEARCH_TITLE_LENGTH} characters of the title.`
  return undefined
}
