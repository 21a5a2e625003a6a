import type { Alignment, Mark } from '@nightdesk/contracts'
import type { Direction } from '../arrange/move-blocks.ts'
import type { IconName } from './icon.tsx'
import type { BlockKind } from './selection-state.ts'

/** Every control of the toolbar: what it is called, what it shows and what it does. */
export type Control = { name: string; sign: Sign } & (
  | { kind: 'history'; action: 'undo' | 'redo' }
  | { kind: 'block'; block: BlockKind }
  | { kind: 'mark'; mark: Mark }
  | { kind: 'align'; align: Alignment }
  | { kind: 'indent'; step: 1 | -1 }
  | { kind: 'move'; direction: Direction }
  | { kind: 'link' | 'image' }
)

type Sign = { letters: string } | { icon: IconName }

export const CONTROL_GROUPS: readonly { name: string; controls: readonly Control[] }[] = [
  {
    name: 'History',
    controls: [
      { name: 'Undo', sign: { icon: 'undo' }, kind: 'history', action: 'undo' },
      { name: 'Redo', sign: { icon: 'redo' }, kind: 'history', action: 'redo' },
    ],
  },
  {
    name: 'Block type',
    controls: [
      { name: 'Heading 1', sign: { icon: 'heading-one' }, kind: 'block', block: 'heading-one' },
      { name: 'Heading 2', sign: { icon: 'heading-two' }, kind: 'block', block: 'heading-two' },
      { name: 'Heading 3', sign: { icon: 'heading-three' }, kind: 'block', block: 'heading-three' },
      { name: 'Heading 4', sign: { icon: 'heading-four' }, kind: 'block', block: 'heading-four' },
      { name: 'Heading 5', sign: { icon: 'heading-five' }, kind: 'block', block: 'heading-five' },
      { name: 'Heading 6', sign: { icon: 'heading-six' }, kind: 'block', block: 'heading-six' },
      { name: 'Quote', sign: { icon: 'quote' }, kind: 'block', block: 'block-quote' },
      { name: 'Bulleted list', sign: { icon: 'bulleted-list' }, kind: 'block', block: 'bulleted-list' },
      { name: 'Numbered list', sign: { icon: 'numbered-list' }, kind: 'block', block: 'numbered-list' },
      { name: 'Code block', sign: { icon: 'code-block' }, kind: 'block', block: 'code-block' },
    ],
  },
  {
    name: 'Marks',
    controls: [
      { name: 'Bold', sign: { letters: 'B' }, kind: 'mark', mark: 'bold' },
      { name: 'Italic', sign: { letters: 'I' }, kind: 'mark', mark: 'italic' },
      { name: 'Underline', sign: { letters: 'U' }, kind: 'mark', mark: 'underline' },
      { name: 'Strikethrough', sign: { letters: 'S' }, kind: 'mark', mark: 'strikethrough' },
      { name: 'Code', sign: { icon: 'code' }, kind: 'mark', mark: 'code' },
    ],
  },
  {
    name: 'Alignment',
    controls: [
      { name: 'Align left', sign: { icon: 'align-left' }, kind: 'align', align: 'left' },
      { name: 'Align center', sign: { icon: 'align-center' }, kind: 'align', align: 'center' },
      { name: 'Align right', sign: { icon: 'align-right' }, kind: 'align', align: 'right' },
      { name: 'Justify', sign: { icon: 'justify' }, kind: 'align', align: 'justify' },
    ],
  },
  {
    name: 'Arrangement',
    controls: [
      { name: 'Outdent', sign: { icon: 'outdent' }, kind: 'indent', step: -1 },
      { name: 'Indent', sign: { icon: 'indent' }, kind: 'indent', step: 1 },
      { name: 'Move up', sign: { icon: 'move-up' }, kind: 'move', direction: 'up' },
      { name: 'Move down', sign: { icon: 'move-down' }, kind: 'move', direction: 'down' },
    ],
  },
  {
    name: 'Insert',
    controls: [
      { name: 'Link', sign: { icon: 'link' }, kind: 'link' },
      { name: 'Image', sign: { icon: 'image' }, kind: 'image' },
    ],
  },
]
