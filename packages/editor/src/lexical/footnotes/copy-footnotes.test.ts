import type { Block, Node } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { blocksFromHtml } from '../../paste/paste.ts'
import { parseHtml } from '../../paste/testing.ts'
import { htmlWithNotes, textWithNotes } from './copy-footnotes.ts'

const REFERENCE = '<sup class="footnote-reference"></sup>'
const reference = (note: string): Node => ({ type: 'footnote-reference', note, children: [{ text: '' }] })
const footnote = (note: string, ...children: Node[]): Block => ({ type: 'footnote', note, children })
const paragraph = (...children: Node[]): Block => ({ type: 'paragraph', children })
const note = (html: string, ...references: string[]) => ({ html, references })

/** Blocks as text: `[1]` is a reference, `1: ` begins its footnote. */
function pasted(html: string): string[] {
  const { blocks } = blocksFromHtml(parseHtml(html))
  const names = blocks.filter(({ type }) => type === 'footnote').map((block) => block.note)
  const show = (node: Node): string => {
    if (node.type === 'footnote-reference') return `[${names.indexOf(node.note) + 1}]`
    return typeof node.text === 'string' ? node.text : (node.children as Node[]).map(show).join('')
  }
  return blocks.map((block) =>
    block.type === 'footnote' ? `${names.indexOf(block.note) + 1}: ${show(block)}` : show(block),
  )
}

test('notes are at the end of the copied HTML, and are pasted as footnotes', () => {
  const html = htmlWithNotes(
    {
      html: `<p>A lamp${REFERENCE} and a ferry${REFERENCE}, and the lamp${REFERENCE}.</p>`,
      references: ['x', 'y', 'x'],
      notes: [],
    },
    new Map([
      ['x', note('See <i>there</i>.')],
      ['y', note('Or here.')],
    ]),
  )

  expect(html).toContain(
    '<div id="sdfootnote1" style="mso-element:footnote"><p class="sdfootnote"><a class="sdfoo',
  )
  expect(pasted(html)).toEqual(['A lamp[1] and a ferry[2], and the lamp[1].', '1: See there.', '2: Or here.'])
})

test('a line without a block, a note of a note, and a reference without a note', () => {
  const html = htmlWithNotes(
    { html: `<span>A lamp</span>${REFERENCE}${REFERENCE}`, references: ['gone', 'x'], notes: [] },
    new Map([
      ['x', note(`See there${REFERENCE}.`, 'y')],
      ['y', note('Or here.')],
    ]),
  )

  expect(pasted(html)).toEqual(['A lamp[1]', '1: See there[2].', '2: Or here.'])
})

test('selected notes are there once, and those without a reference stay in their places', () => {
  const element = (line: string) => `<div class="editor-footnote">${line}</div>`
  const html = htmlWithNotes(
    {
      html: `<p>A lamp${REFERENCE}</p>${element(`See there${REFERENCE}`)}${element('Loose.')}`,
      references: ['x', 'y'],
      notes: ['x', 'loose'],
    },
    new Map([
      ['x', note(`See there${REFERENCE}`, 'y')],
      ['y', note('Or here.')],
    ]),
  )

  expect(pasted(html)).toEqual(['A lamp[1]', 'Loose.', '1: See there[2]', '2: Or here.'])
})

test('in plain text, notes are lines at the end', () => {
  const blocks = [
    paragraph({ text: 'A lamp' }, reference('x'), { text: ' and a ferry.' }, reference('gone'), { text: '' }),
    paragraph({ text: 'Dusk.' }, reference('y'), { text: '' }),
    footnote('x', { text: 'See ' }, { text: 'there.', italic: true }),
    footnote('y', { text: 'Or here.' }),
  ]

  expect(textWithNotes(blocks, ['x', 'y'])).toBe(
    'A lamp[1] and a ferry.\nDusk.[2]\n\n[1] See there.\n[2] Or here.',
  )
})
