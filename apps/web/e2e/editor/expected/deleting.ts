import { b, h2, i, img, li, link, ol, p, quote, ul } from './blocks.ts'
import { deleteLine, press, type Row, type, undo } from './row.ts'

/** Keys that delete more than a letter, above all at the edges of blocks. */
export const deleting: Row[] = [
  {
    name: 'Ctrl+Backspace deletes the word before the caret',
    from: [p('Night falls|')],
    do: [press('Control+Backspace')],
    to: [p('Night |')],
  },
  {
    name: 'Ctrl+Delete deletes the word after the caret',
    from: [p('|Night falls')],
    do: [press('Control+Delete')],
    to: [p('| falls')],
  },
  {
    name: 'Ctrl+Backspace at the start of a paragraph joins it with the one before',
    from: [p('Night falls'), p('|slowly now')],
    do: [press('Control+Backspace')],
    to: [p('Night falls|slowly now')],
  },
  {
    name: 'Ctrl+Delete at the end of a paragraph joins it with the next',
    from: [p('Night falls|'), p('slowly now')],
    do: [press('Control+Delete')],
    to: [p('Night falls|slowly now')],
  },
  {
    name: 'Ctrl+Backspace deletes a word across a change of marks',
    from: [p('The fer', b('ry|'), ' leaves.')],
    do: [press('Control+Backspace')],
    to: [p('The | leaves.')],
  },
  {
    name: 'Ctrl+Backspace at the start of a first heading makes it a paragraph',
    from: [h2('|Dusk')],
    do: [press('Control+Backspace')],
    to: [p('|Dusk')],
  },
  {
    name: 'Ctrl+Backspace at the start of the text changes nothing',
    from: [p('|Dusk')],
    do: [press('Control+Backspace')],
    to: [p('|Dusk')],
  },
  {
    name: 'Ctrl+Delete at the end of the text changes nothing',
    from: [p('Dusk|')],
    do: [press('Control+Delete')],
    to: [p('Dusk|')],
  },
  {
    name: 'Ctrl+Backspace at the start of an item makes it a paragraph',
    from: [ol('one', '|two')],
    do: [press('Control+Backspace')],
    to: [ol('one'), p('|two')],
  },
  {
    name: 'Ctrl+Backspace after an image selects it first',
    from: [p('Before'), img(), p('|After')],
    do: [press('Control+Backspace')],
    to: [p('Before'), img('|'), p('After')],
  },
  {
    name: 'Ctrl+Delete before an image selects it first',
    from: [p('Before|'), img(), p('After')],
    do: [press('Control+Delete')],
    to: [p('Before'), img('|'), p('After')],
  },
  {
    name: 'Delete at the end of a paragraph before a list joins the first item',
    from: [p('lamp|'), ul('oil', 'wick')],
    do: [press('Delete')],
    to: [p('lamp|oil'), ul('wick')],
  },
  {
    name: 'Delete at the end of a list joins the paragraph after it',
    from: [ul('lamp', 'oil|'), p('wick')],
    do: [press('Delete')],
    to: [ul('lamp', 'oil|wick')],
  },
  {
    name: 'Backspace at the start of a paragraph after a list joins its last item',
    from: [ul('lamp', 'oil'), p('|wick')],
    do: [press('Backspace')],
    to: [ul('lamp', 'oil|wick')],
  },
  {
    name: 'Backspace at the start of a nested item outdents it',
    from: [ul(li('lamp', ul('|oil')))],
    do: [press('Backspace')],
    to: [ul('lamp', '|oil')],
  },
  {
    name: 'Backspace at the start of a first quote makes it a paragraph',
    from: [quote('|Nobody waves.')],
    do: [press('Backspace')],
    to: [p('|Nobody waves.')],
  },
  {
    name: 'Backspace in an empty paragraph after a heading moves back into it',
    from: [h2('Dusk'), p('|')],
    do: [press('Backspace'), type('x')],
    to: [h2('Duskx|')],
  },
  {
    name: 'Delete in an empty paragraph does not change the next block',
    from: [p('|'), h2('Dusk')],
    do: [press('Delete')],
    to: [h2('|Dusk')],
  },
  {
    name: 'Ctrl+A and Backspace leave an empty paragraph',
    from: [h2('Dusk'), ul('lamp'), p('Rain|')],
    do: [press('ControlOrMeta+a', 'Backspace'), type('x')],
    to: [p('x|')],
  },
  {
    name: 'Ctrl+A and typing replace the whole text',
    from: [p('Dusk'), img(), ul('lamp', 'oil'), p(i('Rain|'))],
    do: [press('ControlOrMeta+a'), type('New')],
    to: [p('New|')],
  },
  {
    name: 'a deleted line ends where the line was broken',
    from: [p('Night\nfalls slowly|')],
    do: [deleteLine],
    to: [p('Night\n|')],
  },
  {
    name: 'a line deleted at the start of a paragraph joins it with the one before',
    from: [p('Night '), p('|falls')],
    do: [deleteLine],
    to: [p('Night |falls')],
  },
  {
    name: 'a line deleted after an image selects it first',
    from: [p('Before'), img(), p('|After')],
    do: [deleteLine],
    to: [p('Before'), img('|'), p('After')],
  },
  {
    name: 'undo parts a paragraph from one that begins with a link',
    from: [p('See |'), p('', link('/there', 'there'), '')],
    do: [press('Delete'), undo],
    to: [p('See |'), p('', link('/there', 'there'), '')],
  },
  {
    name: 'undo restores a deleted line',
    from: [p('Night falls|')],
    do: [deleteLine, undo],
    to: [p('Night falls|')],
  },
]
