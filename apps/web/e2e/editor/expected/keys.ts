import { b, h1, h2, h3, i, inlineCode, li, link, ol, p, quote, ul } from './blocks.ts'
import { press, type Row, redo, type, undo } from './row.ts'

export const keys: Row[] = [
  {
    name: 'Enter within a paragraph splits it',
    from: [p('Night |falls.')],
    do: [press('Enter')],
    to: [p('Night '), p('|falls.')],
  },
  {
    name: 'Shift+Enter breaks the line within its paragraph',
    from: [p('The ferry|')],
    do: [press('Shift+Enter'), type('leaves')],
    to: [p('The ferry\nleaves|')],
  },
  {
    name: 'Enter at the end of a heading continues with a paragraph',
    from: [h2('Dusk|')],
    do: [press('Enter'), type('Rain.')],
    to: [h2('Dusk'), p('Rain.|')],
  },
  {
    name: 'Enter at the start of a heading inserts an empty paragraph above it',
    from: [h2('|Dusk')],
    do: [press('Enter')],
    to: [p(''), h2('|Dusk')],
  },
  {
    name: 'Backspace at the start of a first heading makes it a paragraph',
    from: [h2('|Dusk')],
    do: [press('Backspace')],
    to: [p('|Dusk')],
  },
  {
    name: 'Backspace at the start of a paragraph joins it with the one before',
    from: [p('Night '), p('|falls.')],
    do: [press('Backspace')],
    to: [p('Night |falls.')],
  },
  {
    name: 'Delete at the end of a paragraph joins it with the next',
    from: [p('Night |'), p('falls.')],
    do: [press('Delete')],
    to: [p('Night |falls.')],
  },
  {
    name: 'Enter in an empty list item leaves the list',
    from: [ul('lamp|')],
    do: [press('Enter', 'Enter'), type('After.')],
    to: [ul('lamp'), p('After.|')],
  },
  {
    name: 'Tab nests a list item in the item above',
    from: [ul('lamp', 'oil|')],
    do: [press('Tab')],
    to: [ul(li('lamp', ul('oil|')))],
  },
  {
    name: 'Backspace at the start of a list item makes it a paragraph',
    from: [ol('one', '|two')],
    do: [press('Backspace')],
    to: [ol('one'), p('|two')],
  },
  {
    name: 'Enter at the end of a quote continues with a paragraph',
    from: [quote('Nobody waves.|')],
    do: [press('Enter'), type('After.')],
    to: [quote('Nobody waves.'), p('After.|')],
  },
  {
    name: 'typing replaces the selection',
    from: [p('The ‹ferry› leaves.')],
    do: [type('boat')],
    to: [p('The boat| leaves.')],
  },
  {
    name: 'a selection over two paragraphs is replaced and joins them',
    from: [p('The ‹ferry'), p('leaves› at dusk.')],
    do: [type('x')],
    to: [p('The x| at dusk.')],
  },
  {
    name: 'Ctrl+B makes the selection bold, and once more plain',
    from: [p('The ‹ferry› leaves.')],
    do: [press('ControlOrMeta+b')],
    to: [p('The ', b('ferry'), ' leaves.')],
  },
  {
    name: 'Ctrl+I and Ctrl+E with a caret mark the next typed text',
    from: [p('The |')],
    do: [press('ControlOrMeta+i'), type('ferry'), press('ControlOrMeta+i', 'ControlOrMeta+e'), type('x')],
    to: [p('The ', i('ferry'), inlineCode('x|'))],
  },
  {
    name: 'Enter between two headings splits the first',
    from: [h1('Night |falls'), h3('Dusk')],
    do: [press('Enter')],
    to: [h1('Night '), h1('|falls'), h3('Dusk')],
  },
  {
    name: 'text typed at the end of a link is not part of it',
    from: [p('Go ', link('https://example.org', 'there|'), '')],
    do: [type(' now')],
    to: [p('Go ', link('https://example.org', 'there'), ' now|')],
  },
  {
    name: 'undo takes back a line end before a link, and nothing else',
    from: [p('See', link('/there', 'there'), '|')],
    do: [type('.'), press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter'), undo],
    to: [p('See|', link('/there', 'there'), '.')],
  },
  {
    name: 'undo and redo of typing',
    from: [p('The ferry|')],
    do: [type(' leaves'), undo, redo],
    to: [p('The ferry leaves|')],
  },
]
