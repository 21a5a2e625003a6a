import { h2, link, p, ul } from './blocks.ts'
import { press, type Row, type } from './row.ts'

const there = (...pieces: Parameters<typeof p>) => link('https://example.org', ...pieces)

/** Keys that move the caret: across lines, links and the ends of the text. */
export const moving: Row[] = [
  {
    name: 'Home moves to the start of the line',
    from: [p('Night falls.|')],
    do: [press('Home'), type('x')],
    to: [p('x|Night falls.')],
  },
  {
    name: 'End moves to the end of the line',
    from: [p('|Night falls.')],
    do: [press('End'), type('x')],
    to: [p('Night falls.x|')],
  },
  {
    name: 'Home and End stay within a line broken by Shift+Enter',
    from: [p('Night\nfa|lls\nslowly')],
    do: [press('Home'), type('x'), press('End'), type('y')],
    to: [p('Night\nxfallsy|\nslowly')],
  },
  {
    name: 'Shift+End selects to the end of the line',
    from: [p('Night |falls.')],
    do: [press('Shift+End'), type('x')],
    to: [p('Night x|')],
  },
  {
    name: 'Shift+Home selects to the start of the line',
    from: [p('Night |falls.')],
    do: [press('Shift+Home'), type('x')],
    to: [p('x|falls.')],
  },
  {
    name: 'Home in an item moves to its start',
    from: [ul('lamp', 'oil|')],
    do: [press('Home'), type('x')],
    to: [ul('lamp', 'x|oil')],
  },
  {
    name: 'Ctrl+Home moves to the start of the text',
    from: [h2('Dusk'), p('Rain|')],
    do: [press('ControlOrMeta+Home'), type('x')],
    to: [h2('x|Dusk'), p('Rain')],
  },
  {
    name: 'Ctrl+End moves to the end of the text',
    from: [p('Ra|in'), ul('lamp', 'oil')],
    do: [press('ControlOrMeta+End'), type('x')],
    to: [p('Rain'), ul('lamp', 'oilx|')],
  },
  {
    name: 'Ctrl+ArrowRight moves over a word and over the end of a paragraph',
    from: [p('|Night'), p('falls')],
    do: [press('ControlOrMeta+ArrowRight'), type('x'), press('ControlOrMeta+ArrowRight'), type('y')],
    to: [p('Nightx'), p('y|falls')],
  },
  {
    name: 'the arrow keys move from one paragraph to the next',
    from: [p('Night|'), p('falls')],
    do: [press('ArrowRight'), type('x')],
    to: [p('Night'), p('x|falls')],
  },
  {
    name: 'text typed at the start of a link that begins the text is not part of it',
    from: [p('', there('|there'), ' now')],
    do: [type('Go ')],
    to: [p('Go |', there('there'), ' now')],
  },
  {
    name: 'text typed before a link after Home is not part of it',
    from: [p('', there('the|re'), ' now')],
    do: [press('Home'), type('Go ')],
    to: [p('Go |', there('there'), ' now')],
  },
  {
    name: 'text typed after a link after End is not part of it',
    from: [p('Go ', there('the|re'), '')],
    do: [press('End'), type(' now')],
    to: [p('Go ', there('there'), ' now|')],
  },
  {
    name: 'text typed within a link is part of it',
    from: [p('Go ', there('the|re'), '')],
    do: [type('x')],
    to: [p('Go ', there('thex|re'), '')],
  },
  {
    name: 'Enter within a link splits it',
    from: [p('Go ', there('the|re'), ' now')],
    do: [press('Enter')],
    to: [p('Go ', there('the'), ''), p('', there('|re'), ' now')],
  },
  {
    name: 'Backspace after a link deletes its last letter',
    from: [p('Go ', there('there|'), ' now')],
    do: [press('Backspace')],
    to: [p('Go ', there('ther|'), ' now')],
  },
  {
    name: 'a link without text is removed',
    from: [p('Go ', there('‹there›'), ' now')],
    do: [press('Backspace'), type('x')],
    to: [p('Go x| now')],
  },
]
