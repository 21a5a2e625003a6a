import {
  articles,
  type Block,
  type ElementNode,
  invalid,
  isStorable,
  MAX_EXCERPT,
  MAX_IMAGE_TEXT,
  MAX_TAGS,
  MAX_TITLE,
  type Node,
  tagName,
  tagProblem,
  uniqueTags,
} from '@nightdesk/contracts'
import type { ImportedItem } from '../model.ts'
import { describeLoss } from '../receipt.ts'

/** An item within the limits of an article. */
export interface FittedItem {
  title: string
  content: Block[]
  /** Null: made from the text. */
  excerpt: string | null
  tags: string[]
  /** What was changed or left out, as sentences. */
  notes: string[]
}

/** @throws VALIDATION_FAILED when the text cannot become an article */
export function fitItem(item: ImportedItem): FittedItem {
  const notes = item.receipt.map(describeLoss)
  const { missing } = item.words
  if (missing.length > 0) notes.push(`Some words could not be brought in: ${missing.join(', ')}.`)
  const tidy = item.isStored ? storable : oneLine
  const title = cut(tidy(item.title), MAX_TITLE, () => notes.push('The title was shortened.'))
  if (title === '') notes.push('It had no title.')
  const excerpt = cut(tidy(item.excerpt), MAX_EXCERPT, () => notes.push('The excerpt was shortened.'))
  const fitted = {
    title: title || 'Untitled',
    excerpt: item.isStored ? excerpt : excerpt || null,
    tags: fitTags(item.tags, notes),
    content: mapNodes(item.content, fitImage),
  }
  requireStorable(item, fitted)
  return { ...fitted, notes }
}

/** Pictures of the archive have no address yet. @throws VALIDATION_FAILED */
function requireStorable(
  { pictures }: ImportedItem,
  { content, ...fields }: Omit<FittedItem, 'notes'>,
): void {
  const inArchive = new Set(pictures.flatMap(({ url, path }) => (path === null ? [] : [url])))
  const withoutThem = mapNodes(content, (element) =>
    inArchive.has(String(element.url)) ? { ...element, url: '' } : element,
  )
  const { error } = articles.create.input.safeParse({ ...fields, content: withoutThem })
  if (error) throw invalid('content', error.issues[0]?.message ?? 'The text cannot be stored')
}

function fitTags(names: readonly string[], notes: string[]): string[] {
  const written = uniqueTags(names.map(tagName))
  const tags = written.filter((name) => tagProblem(name) === undefined).slice(0, MAX_TAGS)
  const left = written.filter((name) => name !== '' && !tags.includes(name))
  if (left.length > 0)
    notes.push(
      `${left.length} of its ${written.length} tags ${left.length === 1 ? 'was' : 'were'} left out: ${left.join(', ')}.`,
    )
  return tags
}

function fitImage(node: ElementNode): ElementNode {
  if (node.type !== 'image') return node
  const texts = (['alt', 'caption', 'credit'] as const).flatMap((name) => {
    const text = node[name]
    return typeof text === 'string' ? [[name, cut(text, MAX_IMAGE_TEXT[name])]] : []
  })
  return { ...node, ...Object.fromEntries(texts) }
}

/** The same tree with other elements, from the innermost. */
export function mapNodes<T extends Node>(
  nodes: readonly T[],
  change: (element: ElementNode) => ElementNode,
): T[] {
  return nodes.map((node) => {
    if (!('children' in node)) return node
    const element = node as unknown as ElementNode // a node with children is an element
    // The type of an element stays.
    return change({ ...element, children: mapNodes(element.children, change) }) as unknown as T
  })
}

const oneLine = (text: string) => storable(text).replace(/\s+/g, ' ').trim()

const storable = (text: string) => (isStorable(text) ? text : text.toWellFormed().replaceAll('\0', ''))

/** At most `max` code points, of which the last is an ellipsis if something was cut off. */
export function cut(text: string, max: number, onCut?: () => void): string {
  const letters = [...text]
  if (letters.length <= max) return text
  onCut?.()
  return `${letters
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`
}
