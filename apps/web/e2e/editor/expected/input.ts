import { code, li, ol, p, ul } from './blocks.ts'
import { composed, insert, press, type Row, type, undo } from './row.ts'

export const input: Row[] = [
  {
    name: 'a sentence inserted at once is at the caret',
    from: [p('Night |falls.')],
    do: [insert('slowly ')],
    to: [p('Night slowly |falls.')],
  },
  {
    name: 'every line of a text inserted at once becomes a paragraph',
    from: [p('Night |falls.')],
    do: [insert('slowly\nRain.\nThe ferry ')],
    to: [p('Night slowly'), p('Rain.'), p('The ferry |falls.')],
  },
  {
    name: 'several lines inserted at once in an empty paragraph',
    do: [insert('one\r\ntwo')],
    to: [p('one'), p('two|')],
  },
  {
    name: 'several lines inserted at once are one undo step',
    from: [p('Night |falls.')],
    do: [insert('slowly\nRain. '), undo],
    to: [p('Night falls.')],
  },
  {
    name: 'several lines inserted at once in a list become items',
    from: [ul('lamp|')],
    do: [insert(' and\noil')],
    to: [ul('lamp and', 'oil|')],
  },
  {
    name: 'several lines inserted at once in code become its lines',
    from: [code('lamp()|')],
    do: [insert('\nrow()\n  oar()')],
    to: [code('lamp()', 'row()', '  oar()|')],
  },
  {
    name: 'several lines inserted at once replace the selection',
    from: [p('The ‹ferry› leaves.')],
    do: [insert('boat\nThe train')],
    to: [p('The boat'), p('The train| leaves.')],
  },
  {
    name: 'a list that starts at 3 is stored with its start',
    do: [type('3. lamp')],
    to: [{ ...ol('lamp|'), start: 3 }],
  },
  {
    name: 'a year that begins a sentence is no list',
    do: [type('1984. It was a cold day')],
    to: [p('1984. It was a cold day|')],
  },
  {
    name: 'a slash between two words of a sentence does not change Enter',
    do: [type('he / she'), press('Enter'), type('x')],
    to: [p('he / she'), p('x|')],
  },
  {
    name: 'a slash at the end of a line of text does not change Enter',
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
    name: 'an item made from a typed marker has the next number',
    do: [type('1. lamp'), press('Enter'), type('oil')],
    to: [ol('lamp', 'oil|')],
  },
  {
    name: 'a composed word is inserted once, at its place',
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
    name: 'Backspace deletes a whole emoji',
    from: [p('Night 👩‍🚀|')],
    do: [press('Backspace')],
    to: [p('Night |')],
  },
  {
    name: 'Backspace deletes a flag of two code points',
    from: [p('🇳🇴|')],
    do: [press('Backspace')],
    to: [p('|')],
  },
  {
    name: 'Delete deletes a whole emoji',
    from: [p('|👍🏽 yes')],
    do: [press('Delete')],
    to: [p('| yes')],
  },
  {
    name: 'Backspace deletes the accent of a letter and then the letter',
    from: [p('cafe\u0301|')],
    do: [press('Backspace', 'Backspace')],
    to: [p('caf|')],
  },
  {
    name: 'an emoji is inserted within a word',
    from: [p('night|fall')],
    do: [insert('🌙')],
    to: [p('night🌙|fall')],
  },
  {
    name: 'right-to-left text is typed in order',
    do: [type('שלום עולם'), press('Enter'), type('x')],
    to: [p('שלום עולם'), p('x|')],
  },
  {
    name: 'a nested list is typed with Tab, inside the item it belongs to',
    do: [type('- lamp'), press('Enter', 'Tab'), type('oil')],
    to: [ul(li('lamp', ul('oil|')))],
  },
]
