import { code, li, ol, p, ul } from './blocks.ts'
import { composed, insert, press, type Row, type, undo } from './row.ts'

export const input: Row[] = [
  {
    name: 'a sentence that arrives at once stands where the caret is',
    from: [p('Night |falls.')],
    do: [insert('slowly ')],
    to: [p('Night slowly |falls.')],
  },
  {
    name: 'all lines of a text that arrives at once are kept, a paragraph each',
    from: [p('Night |falls.')],
    do: [insert('slowly\nRain.\nThe ferry ')],
    to: [p('Night slowly'), p('Rain.'), p('The ferry |falls.')],
  },
  {
    name: 'several lines that arrive at once in an empty paragraph',
    do: [insert('one\r\ntwo')],
    to: [p('one'), p('two|')],
  },
  {
    name: 'several lines that arrive at once are one step of undo',
    from: [p('Night |falls.')],
    do: [insert('slowly\nRain. '), undo],
    to: [p('Night falls.')],
  },
  {
    name: 'several lines that arrive at once in a list are an item each',
    from: [ul('lamp|')],
    do: [insert(' and\noil')],
    to: [ul('lamp and', 'oil|')],
  },
  {
    name: 'several lines that arrive at once in code are lines of it',
    from: [code('lamp()|')],
    do: [insert('\nrow()\n  oar()')],
    to: [code('lamp()', 'row()', '  oar()|')],
  },
  {
    name: 'several lines that arrive at once take the place of the selection',
    from: [p('The ‹ferry› leaves.')],
    do: [insert('boat\nThe train')],
    to: [p('The boat'), p('The train| leaves.')],
  },
  {
    name: 'a list that begins at 3 is stored so',
    do: [type('3. lamp')],
    to: [{ ...ol('lamp|'), start: 3 }],
  },
  {
    name: 'a year that begins a sentence is no list',
    do: [type('1984. It was a cold day')],
    to: [p('1984. It was a cold day|')],
  },
  {
    name: 'a slash between two words of a sentence leaves Enter alone',
    do: [type('he / she'), press('Enter'), type('x')],
    to: [p('he / she'), p('x|')],
  },
  {
    name: 'a slash at the end of a line of text leaves Enter alone',
    do: [type('one /'), press('Enter'), type('x')],
    to: [p('one /'), p('x|')],
  },
  {
    name: 'Markdown: + begins a list',
    do: [type('+ lamp')],
    to: [ul('lamp|')],
  },
  {
    name: 'Markdown: a list within the text of a quote is text',
    from: [p('a - b|')],
    do: [type(' - c')],
    to: [p('a - b - c|')],
  },
  {
    name: 'an item that is made of a typed marker goes on with the next number',
    do: [type('1. lamp'), press('Enter'), type('oil')],
    to: [ol('lamp', 'oil|')],
  },
  {
    name: 'a composed word stands once, where it was composed',
    from: [p('Das |ist')],
    do: [composed('schö', 'schön'), type(' ')],
    to: [p('Das schön |ist')],
  },
  {
    name: 'a composed word at the start of an empty paragraph',
    do: [composed('に', '日本')],
    to: [p('日本|')],
  },
  {
    name: 'a composed word is undone at once',
    from: [p('Das |')],
    do: [composed('schö', 'schön'), undo],
    to: [p('Das ')],
  },
  {
    name: 'Backspace takes a whole emoji',
    from: [p('Night 👩‍🚀|')],
    do: [press('Backspace')],
    to: [p('Night |')],
  },
  {
    name: 'Backspace takes a flag of two signs',
    from: [p('🇳🇴|')],
    do: [press('Backspace')],
    to: [p('|')],
  },
  {
    name: 'Delete takes a whole emoji',
    from: [p('|👍🏽 yes')],
    do: [press('Delete')],
    to: [p('| yes')],
  },
  {
    name: 'Backspace takes the accent of a letter and then the letter',
    from: [p('cafe\u0301|')],
    do: [press('Backspace', 'Backspace')],
    to: [p('caf|')],
  },
  {
    name: 'an emoji that arrives at once stands within a word',
    from: [p('night|fall')],
    do: [insert('🌙')],
    to: [p('night🌙|fall')],
  },
  {
    name: 'text from right to left is typed in its order',
    do: [type('שלום עולם'), press('Enter'), type('x')],
    to: [p('שלום עולם'), p('x|')],
  },
  {
    name: 'a nested list is typed with Tab, inside the item it belongs to',
    do: [type('- lamp'), press('Enter', 'Tab'), type('oil')],
    to: [ul(li('lamp', ul('oil|')))],
  },
]
