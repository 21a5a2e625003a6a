import type { Block, Node } from '@nightdesk/contracts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BlocksDiff } from './render-diff.tsx'

const paragraph = (...children: Node[]): Block => ({ type: 'paragraph', children })
const text = (value: string, marks = {}) => ({ text: value, ...marks })
const list = (...items: string[]): Block => ({
  type: 'bulleted-list',
  children: items.map((item) => ({ type: 'list-item', children: [text(item)] })),
})
const html = (before: Block[], after: Block[], onlyChanges = false) =>
  renderToStaticMarkup(<BlocksDiff before={before} after={after} onlyChanges={onlyChanges} />)
/** The visible changes, as `[-removed-]` and `{+added+}`. */
const seen = (before: Block[], after: Block[]) =>
  html(before, after)
    .replace(/<span class="diff-label">.*?<\/span>/g, '')
    .replace(/<span class="diff-sign".*?<\/span>/g, '')
    .replaceAll(' data-change="true"', '')
    .replace(/<del>|<del .*?>/g, '[-')
    .replaceAll('</del>', '-]')
    .replace(/<ins>|<ins .*?>/g, '{+')
    .replaceAll('</ins>', '+}')
    .replace(/<div class="diff-block.*?">|<\/div>/g, '')

test('the old and the new words are adjacent in the paragraph', () => {
  const before = [paragraph(text('The ferry leaves at dusk.'))]
  const after = [paragraph(text('The ferry sails at dusk, always.'))]
  expect(seen(before, after)).toBe('<p dir="auto">The ferry [-leaves -]{+sails +}at dusk{+, always+}.</p>')
})

test('each side keeps its own formatting', () => {
  const before = [paragraph(text('The ferry leaves at '), text('dusk', { bold: true }), text('.'))]
  const after = [paragraph(text('The ferry leaves at '), text('dawn', { italic: true }), text('.'))]
  expect(seen(before, after)).toBe(
    '<p dir="auto">The ferry leaves at [-<strong>dusk</strong>-]{+<em>dawn</em>+}.</p>',
  )
})

test('items of a list are compared in place', () => {
  expect(seen([list('a lamp', 'the rope', 'a map')], [list('a lamp', 'a map')])).toBe(
    '<ul dir="auto"><li>a lamp</li><li>[-the rope<br/>-]a map</li></ul>',
  )
})

test('a changed caption is compared in place', () => {
  const image = (caption: string, credit = '') => [
    { type: 'image', url: '/a.png', alt: 'A ferry', caption, credit, children: [text('')] },
  ]
  const captionOf = (markup: string) => /<figcaption dir="auto">(.*)<\/figcaption>/s.exec(markup)?.[1]
  const changed = seen(image('The ferry at dusk'), image('The old ferry', 'M. Otieno'))
  expect(captionOf(changed)).toBe('The {+old +}ferry[- at dusk\n-] <span class="credit">{+M. Otieno+}</span>')
  expect(captionOf(seen(image('The ferry'), image('')))).toBe('[-The ferry\n-]')
  expect(captionOf(seen(image(''), image('The ferry')))).toBe('{+The ferry+}')
})

test('added and removed blocks have a sign and a word', () => {
  const markup = html([paragraph(text('Old.'))], [paragraph(text('New one.'))])
  expect(markup).toMatch(
    /<del class="diff-block" data-change="true">.*−.*removed: .*<p dir="auto">Old\.<\/p><\/del>/,
  )
  expect(markup).toMatch(
    /<ins class="diff-block" data-change="true">.*\+.*added: .*<p dir="auto">New one\.<\/p><\/ins>/,
  )
})

test('a change without changed words is named', () => {
  const before = [paragraph(text('A storm'))]
  expect(html(before, [paragraph(text('A '), text('storm', { bold: true }))])).toContain(
    '<p class="diff-note">now bold</p><p dir="auto">A <span class="diff-formatted" title="now bold">' +
      '<span class="diff-label">now bold: </span><strong>storm</strong></span></p>',
  )
  expect(html(before, [{ type: 'heading-two', children: [text('A storm')] }])).toContain(
    '<p class="diff-note">was Text, now Heading 2</p>',
  )
  expect(html(before, [{ ...paragraph(text('A storm')), mood: 'dark' }])).toContain('Formatting changed')
})

test('with onlyChanges, the unchanged blocks are folded', () => {
  const rest = [paragraph(text('One.')), paragraph(text('Two.'))]
  const markup = html(rest, [...rest, paragraph(text('Three.'))], true)
  expect(markup).toContain('aria-expanded="false">2 unchanged paragraphs</button>')
  expect(markup).not.toContain('One.')
  expect(html(rest, rest, true)).toBe('<p class="diff-note">The text is the same.</p>')
})

test('removed and changed blocks have an action beside them', () => {
  const action = ({ type }: Block) => <button type="button">{type}</button>
  const before = [paragraph(text('One.')), paragraph(text('The ferry leaves'))]
  const after = [paragraph(text('The ferry sails')), list('new')]
  const markup = renderToStaticMarkup(<BlocksDiff before={before} after={after} action={action} />)
  expect(markup.match(/<button/g)).toHaveLength(2)
})

test('footnotes are shown in place, with the numbers of the new text', () => {
  const reference: Node = { type: 'footnote-reference', note: 'a', children: [text('')] }
  const footnote: Block = { type: 'footnote', note: 'a', children: [text('See there.')] }
  const before = [paragraph(text('The ferry.'))]
  const after = [paragraph(text('The ferry.'), reference, text('')), footnote]
  expect(seen(before, after)).toBe(
    '<p class="diff-note">Footnotes changed</p>' +
      '<p dir="auto">The ferry.<sup class="footnote-reference">1</sup></p>' +
      '{+<p dir="auto">1. See there.</p>+}',
  )
})
