import { AriaLiveRegionExtension, HistoryAnnounceExtension } from '@lexical/a11y'
import { CodeExtension } from '@lexical/code-core'
import { configExtension, defineExtension, NormalizeTripleClickSelectionExtension } from '@lexical/extension'
import { HistoryExtension } from '@lexical/history'
import { LinkExtension } from '@lexical/link'
import { ListExtension } from '@lexical/list'
import { HeadingAnnounceExtension, RichTextExtension } from '@lexical/rich-text'
import { type Block, isSafeUrl } from '@nightdesk/contracts'
import { toLexical } from '../convert.ts'
import { ImagesExtension } from './images-extension.ts'
import { CodeTabExtension } from './keys/code-tab.ts'
import { DeletionStepsExtension } from './keys/deletion-steps.ts'
import { KeptCaretExtension } from './keys/kept-caret.ts'
import { ShortcutsExtension } from './keys/shortcuts.ts'
import { EmptyLinksExtension } from './link/empty-links.ts'
import { OutsideImageExtension } from './outside-image.ts'
import { PasteExtension } from './paste/paste-extension.ts'
import { theme } from './theme.ts'
import { UnknownBlockNode, UnknownInlineNode } from './unknown-nodes.ts'

/** Everything the editor can do apart from its surface, beginning with `content`. */
export function editorExtension(content: readonly Block[]) {
  return defineExtension({
    name: '@nightdesk/editor',
    namespace: 'nightdesk',
    nodes: [UnknownBlockNode, UnknownInlineNode],
    theme,
    dependencies: [
      RichTextExtension,
      ListExtension,
      CodeExtension,
      CodeTabExtension,
      ImagesExtension,
      OutsideImageExtension,
      EmptyLinksExtension,
      PasteExtension,
      configExtension(LinkExtension, { validateUrl: isSafeUrl }),
      // "At most 100 entries"; steps are told apart by what was done, never by how much time passed.
      configExtension(HistoryExtension, { maxDepth: 100, delay: Number.MAX_SAFE_INTEGER }),
      DeletionStepsExtension,
      ShortcutsExtension,
      KeptCaretExtension,
      NormalizeTripleClickSelectionExtension,
      AriaLiveRegionExtension,
      HistoryAnnounceExtension,
      // All kinds of blocks are told alike, see `announce-blocks.ts`.
      configExtension(HeadingAnnounceExtension, { disabled: true }),
    ],
    // Without a state, Lexical begins with an empty paragraph, which content may lack.
    ...(content.length > 0 && { $initialEditorState: JSON.stringify(toLexical(content)) }),
    onError: (error) => {
      throw error
    },
  })
}
