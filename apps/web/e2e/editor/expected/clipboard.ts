import { b, code, h2, img, link, p, ul } from './blocks.ts'
import { press, type Row, type, undo } from './row.ts'

const all = press('ControlOrMeta+a')
const cut = press('ControlOrMeta+x')
const copy = press('ControlOrMeta+c')
const pasteAgain = press('ControlOrMeta+v')
const toEnd = press('ControlOrMeta+End')

/** Cut, copy and paste by keys. */
export const clipboard: Row[] = [
  {
    name: 'cut removes the selection',
    from: [p('The ‹ferry ›leaves.')],
    do: [cut],
    to: [p('The |leaves.')],
  },
  {
    name: 'cut text is pasted with its marks',
    from: [p('The ', b('‹ferry›'), ' leaves.')],
    do: [cut, toEnd, pasteAgain],
    to: [p('The  leaves.', b('ferry|'))],
  },
  {
    name: 'undo restores cut text',
    from: [p('The ‹ferry ›leaves.')],
    do: [cut, undo],
    to: [p('The ‹ferry ›leaves.')],
  },
  {
    name: 'cut without a selection removes nothing',
    from: [p('The |ferry')],
    do: [cut],
    to: [p('The |ferry')],
  },
  {
    name: 'Ctrl+A and cut leave an empty paragraph',
    from: [h2('Dusk'), p('Rain|')],
    do: [all, cut, type('x')],
    to: [p('x|')],
  },
  {
    name: 'a completely cut text is pasted unchanged',
    from: [
      h2('Dusk'),
      ul('lamp', 'oil'),
      code('row()'),
      img(),
      p('See ', link('https://example.org', 'there'), '.|'),
    ],
    do: [all, cut, pasteAgain],
    to: [
      h2('Dusk'),
      ul('lamp', 'oil'),
      code('row()'),
      img(),
      p('See ', link('https://example.org', 'there'), '.|'),
    ],
  },
  {
    name: 'a completely copied text is pasted as a second copy',
    from: [h2('Dusk'), p('Rain.|')],
    do: [all, copy, toEnd, press('Enter'), pasteAgain],
    to: [h2('Dusk'), p('Rain.'), h2('Dusk'), p('Rain.|')],
  },
  {
    name: 'a cut over two paragraphs joins them, and pasting splits them again',
    from: [p('The ‹ferry'), p('leaves› at dusk.')],
    do: [cut, pasteAgain],
    to: [p('The ferry'), p('leaves| at dusk.')],
  },
  {
    name: 'pasted without formatting by Ctrl+Shift+V',
    from: [p('The ', b('‹ferry›'), ' leaves.')],
    do: [copy, toEnd, press('ControlOrMeta+Shift+v')],
    to: [p('The ', b('ferry'), ' leaves.ferry|')],
  },
  {
    name: 'undo reverts a paste',
    from: [p('‹The› ferry')],
    do: [copy, toEnd, pasteAgain, undo],
    to: [p('The ferry|')],
  },
]
