import { expect, test } from 'vitest'
import { writeMail } from './letters.ts'

const letter = {
  subject: 'A <subject>',
  name: '"Ada" & co',
  message: 'A message.',
  link: { label: 'Come <in>', url: 'https://example.org/?a=1&b="2"' },
  note: 'A note.',
}

test('the text says it line by line', () => {
  expect(writeMail(letter).text).toBe(
    'Hello "Ada" & co,\n\nA message.\n\nCome <in>:\nhttps://example.org/?a=1&b="2"\n\nA note.\n',
  )
})

test('what somebody chose as a name is never HTML', () => {
  const { html } = writeMail(letter)

  expect(html).toContain('<title>A &lt;subject&gt;</title>')
  expect(html).toContain('<p>Hello &quot;Ada&quot; &amp; co,</p>')
  expect(html).toContain('<a href="https://example.org/?a=1&amp;b=&quot;2&quot;">Come &lt;in&gt;</a>')
})
