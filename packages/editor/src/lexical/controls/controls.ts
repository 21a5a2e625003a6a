import type { Alignment, Mark } from '@nightdesk/contracts'
import type { Direction } from '../arrange/move-blocks.ts'
import { BLOCK_KINDS, type BlockKind, TOOLBAR_KINDS } from '../blocks/block-kinds.ts'
import type { IconName } from './icon.tsx'

/** A control of the toolbar: its name, its sign and its action. */
export type Control = { name: string; sign: Sign } & (
  | { kind: 'history'; action: 'undo' | 'redo' }
  | { kind: 'block'; block: BlockKind }
  | { kind: 'mark'; mark: Mark }
  | { kind: 'align'; align: Alignment }
  | { kind: 'indent'; step: 1 | -1 }
  | { kind: 'move'; direction: Direction }
  | { kind: 'link' | 'image' | 'footnote' | 'find' }
)

type Sign = { letters: string } | { icon: IconName }

export interface ControlGroup {
  name: string
  controls: readonly Control[]
  /** Shown as one button that opens them. */
  isMenu?: true
}

export const CONTROL_GROUPS: readonly ControlGroup[] = [
  {
    name: 'Block type',
    isMenu: true,
    controls: (['paragraph', ...TOOLBAR_KINDS] as const).map((block) => ({
      ...shown(block),
      kind: 'block',
      block,
    })),
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
    name: 'Insert',
    controls: [
      { name: 'Link', sign: { icon: 'link' }, kind: 'link' },
      { ...shown('image'), kind: 'image' },
      { ...shown('footnote'), kind: 'footnote' },
    ],
  },
  {
    name: 'History',
    controls: [
      { name: 'Undo', sign: { icon: 'undo' }, kind: 'history', action: 'undo' },
      { name: 'Redo', sign: { icon: 'redo' }, kind: 'history', action: 'redo' },
    ],
  },
  {
    name: 'Arrangement',
    isMenu: true,
    controls: [
      { name: 'Align left', sign: { icon: 'align-left' }, kind: 'align', align: 'left' },
      { name: 'Align center', sign: { icon: 'align-center' }, kind: 'align', align: 'center' },
      { name: 'Align right', sign: { icon: 'align-right' }, kind: 'align', align: 'right' },
      { name: 'Justify', sign: { icon: 'justify' }, kind: 'align', align: 'justify' },
      { name: 'Outdent', sign: { icon: 'outdent' }, kind: 'indent', step: -1 },
      { name: 'Indent', sign: { icon: 'indent' }, kind: 'indent', step: 1 },
      { name: 'Move up', sign: { icon: 'move-up' }, kind: 'move', direction: 'up' },
      { name: 'Move down', sign: { icon: 'move-down' }, kind: 'move', direction: 'down' },
      { name: 'Find and replace', sign: { icon: 'find' }, kind: 'find' },
    ],
  },
]

function shown(block: BlockKind): { name: string; sign: Sign } {
  const { name, icon } = BLOCK_KINDS[block]
  return { name, sign: { icon } }
}
