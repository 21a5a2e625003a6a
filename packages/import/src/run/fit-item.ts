import {
  articles,
  codePoints,
  cutTo,
  describeLoss,
  invalid,
  type Loss,
  type LossKind,
  MAX_CREDITS,
  MAX_EXCERPT,
  MAX_TAGS,
  MAX_TITLE,
  mapElements,
  tagName,
  tagProblem,
  uniqueTags,
} from '@nightdesk/contracts'
import type { ImportSummary } from '@nightdesk/db'
import { oneLine, storable } from '../archive/fields.ts'
import type { ImportedItem } from '../model.ts'

/** An item within the limits of an article. */
export type FittedItem = ReturnType<typeof fitItem>

/** What was changed or left out of an item. */
export interface Finding extends Pick<Loss, 'kind' | 'count'> {
  /** A sentence. */
  note: string
}

/** What is said of an item, with more findings. Those that it has already are passed over. */
export function withFindings(
  { notes, summary }: { notes: readonly string[]; summary: ImportSummary },
  findings: readonly Finding[],
) {
  const sentences = new Set(notes)
  const counts = new Map(summary.losses?.map(({ kind, count }) => [kind, count]))
  for (const { kind, count, note } of findings) {
    if (sentences.has(note)) continue
    sentences.add(note)
    counts.set(kind, (counts.get(kind) ?? 0) + count)
  }
  const losses = [...counts].map(([kind, count]) => ({ kind, count }))
  return { notes: [...sentences], summary: { ...summary, losses } }
}

type Add = (kind: LossKind, note: string, count?: number) => void

/** @throws VALIDATION_FAILED when the text cannot become an article */
export function fitItem(item: ImportedItem) {
  const findings = item.receipt.map((loss): Finding => ({ ...loss, note: describeLoss(loss) }))
  const add: Add = (kind, note, count = 1) => findings.push({ kind, count, note })
  const { missing } = item.words
  if (missing.length > 0) add('word', `Some words could not be brought in: ${missing.join(', ')}.`)
  const tidy = item.isStored ? storable : oneLine
  const title = cut(tidy(item.title), MAX_TITLE, () => add('long-title', 'The title was shortened.'))
  if (title === '') add('no-title', 'It had no title.')
  const excerpt = cut(tidy(item.excerpt), MAX_EXCERPT, () =>
    add('long-excerpt', 'The excerpt was shortened.'),
  )
  const fitted = {
    title: title || 'Untitled',
    /** Null: made from the text. */
    excerpt: item.isStored ? excerpt : excerpt || null,
    tags: fitTags(item, add),
    authors: fitAuthors(item, add),
    content: item.content,
  }
  requireStorable(item, fitted)
  return { ...fitted, findings }
}

/** Pictures of the archive have no address yet. @throws VALIDATION_FAILED */
function requireStorable(
  { pictures }: ImportedItem,
  { content, ...fields }: Omit<FittedItem, 'findings'>,
): void {
  const inArchive = new Set(pictures.flatMap(({ url, path }) => (path === null ? [] : [url])))
  const withoutThem = mapElements(content, (element) =>
    inArchive.has(String(element.url)) ? { ...element, url: '' } : element,
  )
  const { error } = articles.create.input.safeParse({ ...fields, content: withoutThem })
  if (error) throw invalid('content', error.issues[0]?.message ?? 'The text cannot be stored')
}

/** A page has no tags. */
function fitTags({ tags: names, page }: ImportedItem, add: Add): string[] {
  const written = uniqueTags(names.map(tagName))
  const usable = written.filter((name) => tagProblem(name) === undefined)
  const tags = usable.slice(0, page ? 0 : MAX_TAGS)
  const left = written.filter((name) => name !== '' && !tags.includes(name))
  const some = `${left.length} of its ${written.length} tags ${left.length === 1 ? 'was' : 'were'}`
  const which = written.length === 1 ? 'Its tag was' : some
  if (left.length > 0) add('tag', `${which} left out: ${left.join(', ')}.`, left.length)
  return tags
}

function fitAuthors({ authors }: ImportedItem, add: Add) {
  const left = authors.slice(MAX_CREDITS).map(({ name }) => oneLine(name))
  if (left.length > 0)
    add(
      'credit',
      `Only the first ${MAX_CREDITS} of its ${authors.length} names are credited, without ${left.join(', ')}.`,
      left.length,
    )
  return authors.slice(0, MAX_CREDITS)
}

/** At most `max` code points, of which the last is an ellipsis if something was cut off. */
export function cut(text: string, max: number, onCut?: () => void): string {
  if (codePoints(text) <= max) return text
  onCut?.()
  return `${cutTo(text, max - 1).trimEnd()}…`
}
