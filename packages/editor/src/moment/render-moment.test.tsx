import type { Block, Node } from '@nightdesk/contracts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Moment } from './render-moment.tsx'

const paragraph = (...children: Node[]): Block => ({ type: 'paragraph', children })
const text = (value: string, marks = {}) => ({ text: value, ...marks })
const note: Block = { type: 'footnote', note: 'a', children: [text('See there.')] }
const reference: Node = { type: 'footnote-reference', note: 'a', children: [text('')] }

const before = [
  paragraph(text('The old ferry leaves.')),
  paragraph(text('Nobody '), text('waves', { bold: true })),
]
const now = [paragraph(text('The ferry leaves.')), paragraph(text('Somebody else.'))]
const html = (props: Partial<Parameters<typeof Moment>[0]> = {}) =>
  renderToStaticMarkup(<Moment before={before} now={now} {...props} />)

test('what was cut is a button that names its words, and what was added is marked', () => {
  const markup = html({ onBringBack: () => undefined })
  expect(markup).toContain('aria-label="Bring back: Nobody waves"')
  expect(markup).toMatch(/role="button" tabindex="0".*Bring back: <\/span><del>old <\/del>/)
  expect(markup).toMatch(/<ins>.*added: .*Somebody else\.<\/p><\/ins>/)
})

test('without a text to bring it back into, it is no button', () => {
  const markup = html()
  expect(markup).not.toContain('button')
  expect(markup).toMatch(/<del>.*cut: .*Nobody <strong>waves<\/strong><\/p><\/del>/)
})

test('alone, the old text has no marks', () => {
  const markup = html({ now: undefined })
  expect(markup).not.toMatch(/<ins>|<del>/)
  expect(markup).toContain('The old ferry leaves.')
})

test('footnotes have the numbers of the old text', () => {
  const footnoted = [paragraph(text('One.'), reference, text('')), note]
  expect(html({ before: footnoted, now: [] })).toMatch(/One\.<sup.*>1<\/sup>.*1\. See there\./)
})
