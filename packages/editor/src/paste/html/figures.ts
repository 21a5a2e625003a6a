import type { Figure, Line } from '../line.ts'

/** The figure around a text, and whether the text is its caption or the credit within it. */
export type FigurePlace = Pick<Line, 'figure' | 'figurePart'>

/** Classes of WordPress’s classic editor, which writes figures as `div`. */
const FIGURE = 'wp-caption'
const CAPTION = 'wp-caption-text'
/** A class such as `credit`, `photo-credit` or `image__credits`. */
const CREDIT = /(?:^|[-_])credits?(?:$|[-_])/i

/** The place within an element. A credit counts only if the document marks it as one. */
export function figureWithin(element: Element, tag: string, parent: FigurePlace): FigurePlace {
  const classes = [...element.classList]
  if (tag === 'figure' || classes.includes(FIGURE)) {
    const figure: Figure = { kind: 'figure' }
    return { figure, figurePart: undefined }
  }
  const { figure, figurePart } = parent
  if (!figure || figurePart === 'credit') return { figure, figurePart }
  if (figurePart === 'caption')
    return { figure, figurePart: isCredit(element, classes) ? 'credit' : 'caption' }
  const isCaption = tag === 'figcaption' || classes.includes(CAPTION)
  return { figure, figurePart: isCaption ? 'caption' : undefined }
}

const isCredit = (element: Element, classes: readonly string[]) =>
  element.getAttribute('itemprop') === 'creditText' || classes.some((name) => CREDIT.test(name))
