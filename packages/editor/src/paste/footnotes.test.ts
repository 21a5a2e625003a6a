import type { Block, Node } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { withMarkdownFootnotes } from './markdown-footnotes.ts'
import { blocksFromHtml } from './paste.ts'
import { describePaste } from './receipt.ts'
import { parseHtml } from './testing.ts'

/** Blocks as text: `[1]` is a reference, `1: ` begins its footnote. */
function pasted(html: string): string[] {
  const { blocks } = blocksFromHtml(parseHtml(html))
  const names = blocks.filter(({ type }) => type === 'footnote').map(({ note }) => note)
  const show = (node: Node): string => {
    if (node.type === 'footnote-reference') return `[${names.indexOf(node.note) + 1}]`
    return typeof node.text === 'string' ? node.text : (node.children as Node[]).map(show).join('')
  }
  return blocks.map((block: Block) =>
    block.type === 'footnote' ? `${names.indexOf(block.note) + 1}: ${show(block)}` : show(block),
  )
}

const TWO = ['A lamp[1] and a ferry[2].', '1: See there.', '2: Or here.']

test.each([
  [
    'Word',
    `<div class=WordSection1><p class=MsoNormal>A lamp<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"
      title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'>[1]</span></span></a> and a
      ferry<a style='mso-footnote-id:ftn2' href="#_ftn2" name="_ftnref2"><span class=MsoFootnoteReference>[2]</span></a>.</p></div>
    <div style='mso-element:footnote-list'><br clear=all><hr align=left size=1 width="33%">
    <div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1"
      name="_ftn1"><span class=MsoFootnoteReference>[1]</span></a> See there.</p></div>
    <div style='mso-element:footnote' id=ftn2><p class=MsoFootnoteText><a href="file:///C:/clip.htm#_ftnref2"
      name="_ftn2"><span>[2]</span></a> Or here.</p></div></div>`,
  ],
  [
    'Google Docs',
    `<p><span>A lamp</span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup><span>&nbsp;and a ferry</span><sup><a
      href="#ftnt2" id="ftnt_ref2">[2]</a></sup><span>.</span></p><hr>
    <div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;See there.</span></p></div>
    <div><p><a href="#ftnt_ref2" id="ftnt2">[2]</a><span>&nbsp;Or here.</span></p></div>`,
  ],
  [
    'LibreOffice',
    `<p>A lamp<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a> and a ferry<a
      class="sdfootnoteanc" name="sdfootnote2anc" href="#sdfootnote2sym"><sup>2</sup></a>.</p>
    <div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym"
      href="#sdfootnote1anc">1</a>See there.</p></div>
    <div id="sdfootnote2"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote2sym"
      href="#sdfootnote2anc">2</a>Or here.</p></div>`,
  ],
  [
    'pandoc',
    `<p>A lamp<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a> and a ferry<a
      href="#fn2" class="footnote-ref" id="fnref2"><sup>2</sup></a>.</p>
    <section class="footnotes"><hr /><ol><li id="fn1"><p>See there.<a href="#fnref1" class="footnote-back">↩︎</a></p></li>
    <li id="fn2"><p>Or here.<a href="#fnref2" class="footnote-back">↩︎</a></p></li></ol></section>`,
  ],
  [
    'a page with absolute addresses',
    `<p>A lamp<sup id="fnref_1"><a href="https://example.org/post/1#fn_1">1</a></sup> and a ferry<sup id="fnref_2">[<a
      href="https://example.org/post/1#fn_2">2</a>]</sup>.</p>
    <ol><li id="fn_1">See there. <a href="https://example.org/post/1#fnref_1">↩</a></li>
    <li id="fn_2">Or here. <a href="https://example.org/post/1#fnref_2">↩</a></li></ol>`,
  ],
])('footnotes of %s become ours', (_name, html) => {
  expect(pasted(html).map((line) => line.replaceAll('\u00a0', ' '))).toEqual(TWO)
})

test('a name that is too long for a footnote becomes one that no other has', () => {
  const long = encodeURIComponent('примечание-автора')
  const html = `<p>A lamp<sup><a href="#footnote-${long}" id="a">1</a></sup> and a ferry<sup><a href="#note-1" id="b">2</a></sup>.</p>
    <ol><li id="footnote-${long}">See there. <a href="#a">↩</a></li><li id="note-1">Or here. <a href="#b">↩</a></li></ol>`
  expect(pasted(html)).toEqual(TWO)
  expect(blocksFromHtml(parseHtml(html)).blocks.slice(1)).toMatchObject([
    { note: 'note-2' },
    { note: 'note-1' },
  ])
})

test('the paragraphs of a footnote become its lines, and the receipt counts it', () => {
  const html = `<p>A<a href="#_ftn1" name="_ftnref1">[1]</a></p><div id="ftn1"><p><a href="#_ftnref1" name="_ftn1">[1]</a>
    See <em>there</em>.</p><p>And here.</p></div>`
  expect(pasted(html)).toEqual(['A[1]', '1: See there.\nAnd here.'])
  const { blocks, losses } = blocksFromHtml(parseHtml(html))
  expect(describePaste(blocks, losses)).toBe('Pasted 1 footnote.')
})

test.each([
  [
    'a table of contents',
    '<p><a id="t1" href="#c1">1</a></p><div id="c1"><h2><a href="#t1">1</a></h2><p>Dusk</p></div>',
  ],
  ['a link to a place without a way back', '<p>A <a href="#b">1</a></p><p id="b">Here.</p>'],
  ['a note that is missing', '<p>A<a href="#_ftn1" name="_ftnref1">[1]</a></p>'],
])('%s is no footnote', (_name, html) => {
  expect(blocksFromHtml(parseHtml(html)).blocks.some(({ type }) => type === 'footnote')).toBe(false)
})

test('a note is searched once, however many links lead to it, and so is a superscript with many links', () => {
  const [links, back] = ['<a href="#n">1</a>'.repeat(100), '<a href="#m">2</a>'.repeat(100)]
  const document = parseHtml(`<p><sup id="m">${links}</sup></p><p id="n">See there. ${back}</p>`)
  const counts = ['#m', '#n'].map((place) => countReads(document.querySelector(place)!))

  blocksFromHtml(document)

  for (const reads of counts) expect(reads()).toBeLessThan(10)
})

/** Counts how often all that is below an element is read. */
function countReads(element: Element): () => number {
  let count = 0
  for (const name of ['textContent', 'querySelector', 'querySelectorAll'])
    Object.defineProperty(element, name, {
      get() {
        count++
        return Reflect.get(Object.getPrototypeOf(element), name, element)
      },
    })
  return () => count
}

test('Markdown: definitions become footnotes, signs in code stay text', () => {
  const lines = 'A lamp[^1] and `[^1]`.[^x]\n\n[^1]: See there,\n    and here.\n\nThe end.'
  const paragraphs = (text: string): Block[] =>
    text
      .split(/\n\n+/)
      .filter((line) => line !== '')
      .map((line) => ({
        type: 'paragraph',
        children: line
          .split(/(`.+?`)/)
          .map((part) => (part.startsWith('`') ? { text: part, code: true } : { text: part })),
      }))
  expect(withMarkdownFootnotes(lines, paragraphs)).toMatchObject([
    {
      children: [
        { text: 'A lamp' },
        { type: 'footnote-reference', note: '1' },
        { text: ' and ' },
        { text: '`[^1]`', code: true },
        { text: '.[^x]' },
      ],
    },
    { children: [{ text: 'The end.' }] },
    { type: 'footnote', note: '1', children: [{ text: 'See there,\nand here.' }] },
  ])
})

test('Markdown: a line of other signs does not end the code around it', () => {
  const lines = '```\n~~~\n[^1]: This is code.\n```'
  const code = (text: string): Block[] => [{ type: 'code-block', children: [{ text }] }]
  expect(withMarkdownFootnotes(lines, code)).toEqual(code(lines))
})
