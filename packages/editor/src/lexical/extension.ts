import { AriaLiveRegionExtension, HistoryAnnounceExtension } from '@lexical/a11y'
import { configExtension, defineExtension, NormalizeTripleClickSelectionExtension } from '@lexical/extension'
import { HistoryExtension } from '@lexical/history'
import type { Block } from '@nightdesk/contracts'
import { toLexical } from '../convert.ts'
import { TextBlocksExtension } from './blocks/text-blocks-extension.ts'
import { UnknownBlockNode, UnknownInlineNode } from './blocks/unknown-nodes.ts'
import { FootnoteNode, FootnoteReferenceNode } from './footnotes/footnote-nodes.ts'
import { ImagesExtension } from './images/images-extension.ts'
import { OutsideImageExtension } from './images/outside-image.ts'
import { RestoreCaretExtension } from './keys/restore-caret.ts'
import { EmptyLinksExtension } from './link/empty-links.ts'
import { PasteExtension } from './paste/paste-extension.ts'
import { theme } from './theme.ts'

/** The editor without its user interface, with `content` as its initial text. */
export function editorExtension(content: readonly Block[]) {
  return defineExtension({
    name: '@nightdesk/editor',
    namespace: 'nightdesk',
    nodes: [UnknownBlockNode, UnknownInlineNode, FootnoteNode, FootnoteReferenceNode],
    theme,
    dependencies: [
      TextBlocksExtension,
      ImagesExtension,
      OutsideImageExtension,
      EmptyLinksExtension,
      PasteExtension,
      // "At most 100 entries"; time alone never separates two steps.
      configExtension(HistoryExtension, { maxDepth: 100, delay: Number.MAX_SAFE_INTEGER }),
      RestoreCaretExtension,
      NormalizeTripleClickSelectionExtension,
      AriaLiveRegionExtension,
      HistoryAnnounceExtension,
    ],
    // Without a state, Lexical begins with an empty paragraph.
    ...(content.length > 0 && { $initialEditorState: JSON.stringify(toLexical(content)) }),
    onError: (error) => {
      throw error
    },
  })
}
