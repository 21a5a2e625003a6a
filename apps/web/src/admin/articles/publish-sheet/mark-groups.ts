import type { Mark, MarkKind } from '@nightdesk/editor'

/** The heading above the marks of a kind. */
const TITLES: Record<MarkKind, string> = {
  placeholder: 'TK',
  'doubled-word': 'Doubled words',
  'maybe-doubled-word': 'Maybe doubled words',
  'straight-quotes': 'Straight quotes',
  'double-blanks': 'Double blanks',
  'heading-levels': 'Headings that skip a level',
  description: 'Images without a description',
  footnote: 'Footnotes without a reference',
  'large-picture': 'Large images',
  'dead-link': 'Dead links',
  'http-link': 'Links without https',
  title: 'Title',
  excerpt: 'Excerpt',
  'featured-image': 'Featured image',
}

export interface MarkGroup {
  kind: MarkKind
  title: string
  marks: Mark[]
  /** Those that can be fixed together. What may be meant so is fixed one by one. */
  fixable: Mark[]
}

/** The marks by kind, in their order. */
export const groupMarks = (marks: readonly Mark[]): MarkGroup[] =>
  [...Map.groupBy(marks, ({ kind }) => kind)].map(([kind, own]) => ({
    kind,
    title: TITLES[kind],
    marks: own,
    fixable: kind === 'maybe-doubled-word' ? [] : own.filter(({ fix }) => fix !== undefined),
  }))
