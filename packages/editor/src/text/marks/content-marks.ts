import { type Block, type ElementNode, imageSource } from '@nightdesk/contracts'
import { CAPTION_KEYS, imageText } from '../../blocks/image-text.ts'
import { collectFootnotes } from '../../footnotes/collect-footnotes.ts'
import { plainText } from '../text.ts'
import { onOneLine, truncate } from '../truncate.ts'
import { skippingHeadings } from './heading-steps.ts'
import { type LinkFact, marksOfLink } from './link-marks.ts'
import type { ContentPlace, Mark, MarkPlace } from './mark.ts'
import { paragraphOf, proseOf } from './prose.ts'
import { marksOfText } from './text-marks.ts'

/** What is known about the addresses in a text, by address. */
export interface AddressFacts {
  /** Bytes of the largest file of a picture that a reader gets. */
  pictureBytes: ReadonlyMap<string, number>
  /** What is wrong with a link, by its address. */
  links: ReadonlyMap<string, LinkFact>
}

/** Bytes of a picture above which it is marked. An upload has at most 5 MB. */
const LARGE_PICTURE = 4 * 1024 * 1024

/** The marks on the content, block by block. */
export function marksOfContent(content: readonly Block[], facts: AddressFacts): Mark[] {
  const skipping = new Map(skippingHeadings(content).map((step) => [step.heading, step]))
  const unreferenced = new Set(collectFootnotes(content).unreferenced)
  return content.flatMap((block, index) => {
    const placeAt = (start: number, end: number): ContentPlace => ({
      field: 'content',
      block: index,
      start,
      end,
    })
    return [
      ...marksOfText(block, placeAt(0, 0)),
      ...(unreferenced.has(block) ? [markOfFootnote(block, placeAt(0, 0))] : []),
      ...proseOf(block).elements.flatMap(({ element, start, end }) => {
        const place = placeAt(start, end)
        const step = skipping.get(element)
        const found = [...marksOfPicture(element, place, facts), ...marksOfLink(element, place, facts.links)]
        return step ? [...found, markOfHeading(step, place)] : found
      }),
    ]
  })
}

function marksOfPicture(element: ElementNode, place: ContentPlace, { pictureBytes }: AddressFacts): Mark[] {
  if (element.type !== 'image') return []
  const source = imageSource(element) ?? ''
  const context = imageText(element, 'alt') || source.split('/').at(-1) || ''
  const marks: Mark[] = []
  if (imageText(element, 'alt') === '')
    marks.push({
      kind: 'description',
      id: `description ${source}`,
      sentence: 'This image has no description.',
      context,
      place,
    })
  return [
    ...marks,
    ...placeholdersBelow(element, place),
    ...marksOfSize(source, context, place, pictureBytes),
  ]
}

/** The marks for what is still to come below an image. */
const placeholdersBelow = (image: ElementNode, place: ContentPlace): Mark[] =>
  CAPTION_KEYS.flatMap((key) => marksOfText(paragraphOf(imageText(image, key)), place))
    .filter(({ kind }) => kind === 'placeholder')
    .map((mark) => ({ ...mark, place }))

/** The mark of an image that is too large, if it is. */
export function marksOfSize(
  source: string,
  context: string,
  place: MarkPlace,
  pictureBytes: AddressFacts['pictureBytes'],
): Mark[] {
  const bytes = pictureBytes.get(source) ?? 0
  if (bytes <= LARGE_PICTURE) return []
  const sentence = `This image has ${(bytes / 1024 / 1024).toFixed(1)} MB.`
  return [{ kind: 'large-picture', id: `large-picture ${source}`, sentence, context, place }]
}

function markOfFootnote(footnote: Block, place: MarkPlace): Mark {
  const context = truncate(onOneLine(plainText([footnote])), 60)
  const sentence = 'Nothing in the text refers to this footnote.'
  return { kind: 'footnote', id: `footnote ${context}`, sentence, context, place }
}

function markOfHeading(
  { heading, level, above = 0 }: ReturnType<typeof skippingHeadings>[number],
  place: MarkPlace,
): Mark {
  const context = onOneLine(plainText([heading]))
  return {
    kind: 'heading-levels',
    id: `heading-levels ${level} ${context}`,
    sentence: `Heading ${level} is directly below heading ${above}.`,
    context,
    place,
    fix: { type: 'levels', heading },
  }
}
