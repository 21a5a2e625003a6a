import type { Block } from '@nightdesk/contracts'
import { isSceneBreak } from '../blocks/scene-break.ts'
import { plainText } from '../text/text.ts'
import { onOneLine } from '../text/truncate.ts'

/** The text in which notes are anchored: one line, with one blank between words. */
export const anchorText = (blocks: readonly Block[]): string =>
  onOneLine(plainText(blocks.filter((block) => !isBesideText(block))))

/** Captions, scene breaks and footnotes, which page and editor show in different places. */
const isBesideText = (block: Block) =>
  block.type === 'image' || block.type === 'footnote' || isSceneBreak(block)
