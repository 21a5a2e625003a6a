import type { Block, Node } from '@nightdesk/contracts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Blocks, trimEmptyLines } from './render.tsx'

const html = (...value: Block[]) => renderToStaticMarkup(<Blocks value={value} />)
const block = (type: string, children: Node[] | string, keys = {}): Block => ({
  type,
  ...keys,
  children: typeof children === 'string' ? [{ text: children }] : children,
})
const note = (name: string, text = name) => block('footnote', text, { note: name })
const reference = (name: string) => block('footnote-reference', '', { note: name })

test('footnotes are shown at the end in the order of their references, with links in both directions', () => {
  const value = [
    note('b', 'Second.'),
    block('paragraph', [{ text: 'A' }, reference('a'), { text: ' b' }, reference('b'), reference('a')]),
    note('a', 'First.'),
  ]
  const link = (number: number, place = '') =>
    `<sup id="fnref_${number}${place}" class="footnote-reference">` +
    `<a href="#fn_${number}" role="doc-noteref" aria-label="Footnote ${number}">${number}</a></sup>`
  const back = (place: string, name = 'Back to the text') =>
    `\u00a0<a href="#fnref_${place}" role="doc-backlink" aria-label="${name}">↩\ufe0e</a>`
  expect(html(...value)).toBe(
    `<p dir="auto">A${link(1)} b${link(2)}${link(1, '_2')}</p>` +
      '<section class="footnotes" role="doc-endnotes" aria-label="Footnotes"><ol>' +
      `<li id="fn_1" dir="auto">First.${back('1')}${back('1_2', 'Back to the text, place 2')}</li>` +
      `<li id="fn_2" dir="auto">Second.${back('2')}</li></ol></section>`,
  )
})

test('a footnote without a reference is shown without a number, and a reference without a footnote is not shown', () => {
  const value = [block('paragraph', [{ text: 'A' }, reference('b')]), note('a')]
  expect(html(...value)).toBe(
    '<p dir="auto">A</p><section class="footnotes" role="doc-endnotes" aria-label="Footnotes"><p dir="auto">a</p></section>',
  )
  expect(html(block('paragraph', [{ text: 'A' }, reference('b')]))).toBe('<p dir="auto">A</p>')
})

test('a footnote can have a footnote, and a reference within a link is no link', () => {
  const inLink = block('link', [{ text: 'here' }, reference('b')], { url: '/post/1' })
  const page = html(
    block('paragraph', [{ text: 'A' }, reference('a')]),
    block('footnote', [inLink], { note: 'a' }),
    note('b'),
  )
  expect(page).toContain(
    '<a href="/post/1">here<sup id="fnref_2" class="footnote-reference">2</sup></a>\u00a0<a href="#fnref_1"',
  )
  expect(page).toContain('<li id="fn_2" dir="auto">b\u00a0<a href="#fnref_2"')
})

test('in a book, footnotes are those of e-books', () => {
  const value = [block('paragraph', [{ text: 'A' }, reference('a')]), note('a', 'First.')]
  expect(
    renderToStaticMarkup(<Blocks value={value} isBook resolveLink={() => 'https://example.org/'} />),
  ).toBe(
    '<p dir="auto">A<sup id="fnref_1" class="footnote-reference">' +
      '<a href="#fn_1" role="doc-noteref" aria-label="Footnote 1" epub:type="noteref">1</a></sup></p>' +
      '<section class="footnotes" role="doc-endnotes" aria-label="Footnotes" epub:type="footnotes">' +
      '<aside id="fn_1" role="doc-footnote" epub:type="footnote"><p dir="auto">1. First.\u00a0' +
      '<a href="#fnref_1" role="doc-backlink" aria-label="Back to the text">↩\ufe0e</a></p></aside></section>',
  )
})

test('a heading with a footnote does not link to itself', () => {
  const value = [block('heading-two', [{ text: 'Dusk' }, reference('a')]), note('a')]
  expect(renderToStaticMarkup(<Blocks value={value} headingId={() => 'dusk'} />)).not.toContain(
    'class="anchor"',
  )
})

test('empty lines before the footnotes are trimmed, and a line with nothing but a reference is not empty', () => {
  const value = [block('paragraph', 'A'), block('paragraph', ''), note('a'), block('paragraph', ' ')]
  expect(trimEmptyLines(value)).toEqual([value[0], value[2]])
  const lone = [block('paragraph', [{ text: '' }, reference('a'), { text: '' }]), note('a')]
  expect(trimEmptyLines(lone)).toEqual(lone)
})
