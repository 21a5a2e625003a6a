import type { Alignment, Mark } from '@nightdesk/contracts'
import type { BlockKind } from './selection-state.ts'

/** Every control of the toolbar: what it is called, what it shows and what it does. */
export type Control = { name: string; sign: string } & (
  | { kind: 'history'; action: 'undo' | 'redo' }
  | { kind: 'block'; block: BlockKind }
  | { kind: 'mark'; mark: Mark }
  | { kind: 'align'; align: Alignment }
  | { kind: 'link' | 'image' }
)

export const CONTROL_GROUPS: readonly { name: string; controls: readonly Control[] }[] = [
  {
    name: 'History',
    controls: [
      { name: 'Undo', sign: '↶', kind: 'history', action: 'undo' },
      { name: 'Redo', sign: '↷', kind: 'history', action: 'redo' },
    ],
  },
  {
    name: 'Block type',
    controls: [
      { name: 'Heading 1', sign: 'H1', kind: 'block', block: 'heading-one' },
      { name: 'Heading 2', sign: 'H2', kind: 'block', block: 'heading-two' },
      { name: 'Heading 3', sign: 'H3', kind: 'block', block: 'heading-three' },
      { name: 'Heading 4', sign: 'H4', kind: 'block', block: 'heading-four' },
      { name: 'Heading 5', sign: 'H5', kind: 'block', block: 'heading-five' },
      { name: 'Heading 6', sign: 'H6', kind: 'block', block: 'heading-six' },
      { name: 'Quote', sign: '❝', kind: 'block', block: 'block-quote' },
      { name: 'Bulleted list', sign: '•', kind: 'block', block: 'bulleted-list' },
      { name: 'Numbered list', sign: '1.', kind: 'block', block: 'numbered-list' },
      { name: 'Code block', sign: '{ }', kind: 'block', block: 'code-block' },
    ],
  },
  {
    name: 'Marks',
    controls: [
      { name: 'Bold', sign: 'B', kind: 'mark', mark: 'bold' },
      { name: 'Italic', sign: 'I', kind: 'mark', mark: 'italic' },
      { name: 'Underline', sign: 'U', kind: 'mark', mark: 'underline' },
      { name: 'Strikethrough', sign: 'S', kind: 'mark', mark: 'strikethrough' },
      { name: 'Code', sign: '<>', kind: 'mark', mark: 'code' },
    ],
  },
  {
    name: 'Alignment',
    controls: [
      { name: 'Align left', sign: '⇤', kind: 'align', align: 'left' },
      { name: 'Align center', sign: '↔', kind: 'align', align: 'center' },
      { name: 'Align right', sign: '⇥', kind: 'align', align: 'right' },
      { name: 'Justify', sign: '≡', kind: 'align', align: 'justify' },
    ],
  },
  {
    name: 'Insert',
    controls: [
      { name: 'Link', sign: 'Link', kind: 'link' },
      { name: 'Image', sign: 'Image', kind: 'image' },
    ],
  },
]
