import { type Block, isText, type Node } from '@nightdesk/contracts'
import { imageText } from '../blocks/image-text.ts'
import type { EditableFields } from '../diff/same-text.ts'
import { collectFootnotes } from '../footnotes/collect-footnotes.ts'
import { PLACEHOLDER } from './placeholder.ts'
import { plainText } from './text.ts'

/** Counts of what a text still lacks before it is published. */
export interface PublishCheck {
  /** TK signs in title and text. */
  placeholders: number
  /** Images without a description. */
  undescribed: number
  /** Footnotes that nothing in the text refers to. */
  unreferenced: number
}

export function checkForPublishing({
  title,
  content,
}: Pick<EditableFields, 'title' | 'content'>): PublishCheck {
  return {
    placeholders: [title, plainText(content)].join('\n').match(PLACEHOLDER)?.length ?? 0,
    undescribed: imagesIn(content).filter((image) => imageText(image, 'alt') === '').length,
    unreferenced: collectFootnotes(content).unreferenced.length,
  }
}

const imagesIn = (nodes: readonly Node[]): Block[] =>
  nodes.flatMap((node) => {
    if (isText(node)) return []
    return node.type === 'image' ? [node] : imagesIn(node.children)
  })
