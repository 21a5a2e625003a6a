import { describe, expect, test } from 'vitest'
import { blocksFromHtml } from './paste.ts'
import { parseHtml } from './testing.ts'

const pasted = (html: string) => blocksFromHtml(parseHtml(html)).blocks
const paragraph = (text: string) => ({ type: 'paragraph', children: [{ text }] })

describe('the caption of a figure', () => {
  const figure = (inside: string) => pasted(`<figure>${inside}</figure>`)
  const image = (texts: object) => ({ type: 'image', url: '/a.png', ...texts, children: [{ text: '' }] })
  const long = 'a'.repeat(1001)

  test.each([
    ['below the image', '<img src="/a.png"><figcaption>The <i>harbour</i></figcaption>'],
    ['above the image', '<figcaption>The harbour</figcaption><img src="/a.png">'],
    [
      'of a linked image',
      '<a href="/b"><img src="/a.png"></a><figcaption><p>The<br>harbour</p></figcaption>',
    ],
  ])('%s is a text of the image', (_name, html) => {
    expect(figure(html)).toEqual([image({ caption: 'The harbour' })])
  })

  test.each(['<span class="photo-credit">M. Otieno</span>', '<p itemprop="creditText">M. Otieno</p>'])(
    'has a credit only if it is marked as one: %s',
    (credit) => {
      expect(figure(`<img src="/a.png"><figcaption>The harbour ${credit}</figcaption>`)).toEqual([
        image({ caption: 'The harbour', credit: 'M. Otieno' }),
      ])
    },
  )

  test('names a photographer as before, if nothing marks the credit', () => {
    expect(figure('<img src="/a.png"><figcaption>Photo by M. Otieno</figcaption>')).toEqual([
      image({ caption: 'Photo by M. Otieno' }),
    ])
  })

  test.each([
    ['two images', '<img src="/a.png"><img src="/b.png"><figcaption>The harbour</figcaption>', 'The harbour'],
    [
      'more than an image',
      '<img src="/a.png"><p>Night</p><figcaption>The harbour</figcaption>',
      'The harbour',
    ],
    ['a list', '<img src="/a.png"><figcaption><ul><li>The harbour</ul></figcaption>', 'The harbour'],
    ['more text than fits', `<img src="/a.png"><figcaption>${long}</figcaption>`, long],
  ])('with %s stays text', (_name, html, text) => {
    const blocks = figure(html)
    expect(blocks.some((block) => 'caption' in block)).toBe(false)
    expect(JSON.stringify(blocks)).toContain(text)
  })

  test('belongs to its own image in a gallery', () => {
    const one = '<figure><img src="/a.png"><figcaption>One</figcaption></figure>'
    const blocks = figure(`${one}${one.replace('One', 'Two')}<figcaption>Both</figcaption>`)
    expect(blocks).toEqual([image({ caption: 'One' }), image({ caption: 'Two' }), paragraph('Both')])
  })
})
