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
    name: 'cut takes the selection away',
    from: [p('The ‹ferry ›leaves.')],
    do: [cut],
    to: [p('The |leaves.')],
  },
  {
    name: 'what is cut is pasted with its marks',
    from: [p('The ', b('‹ferry›'), ' leaves.')],
    do: [cut, toEnd, pasteAgain],
    to: [p('The  leaves.', b('ferry|'))],
  },
  {
    name: 'undo gives back what was cut',
    from: [p('The ‹ferry ›leaves.')],
    do: [cut, undo],
    to: [p('The ‹ferry ›leaves.')],
  },
  {
    name: 'cut without a selection takes nothing away',
    from: [p('The |ferry')],
    do: [cut],
    to: [p('The |ferry')],
  },
  {
    name: 'Ctrl+A and cut leave an empty paragraph to write in',
    from: [h2('Dusk'), p('Rain|')],
    do: [all, cut, type('x')],
    to: [p('x|')],
  },
  {
    name: 'a whole text that was cut is pasted as it was',
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
    name: 'a whole text that was copied stands twice',
    from: [h2('Dusk'), p('Rain.|')],
    do: [all, copy, toEnd, press('Enter'), pasteAgain],
    to: [h2('Dusk'), p('Rain.'), h2('Dusk'), p('Rain.|')],
  },
  {
    name: 'a cut over two paragraphs joins them, and pasting parts them again',
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
    name: 'undo takes a paste back',
    from: [p('‹The› ferry')],
    do: [copy, toEnd, pasteAgain, undo],
    to: [p('The ferry|')],
  },
]
