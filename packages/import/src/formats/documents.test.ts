import { describeLoss } from '@nightdesk/contracts'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type ImportedItem, isFailed } from '../model.ts'
import { readSource } from '../read-entry.ts'
import { openTemporary } from '../testing.ts'

async function open(name: string, files: Readonly<Record<string, string>>) {
  const bytes = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))
  return await openTemporary(name, zipSync(bytes))
}

async function read(name: string, files: Readonly<Record<string, string>>): Promise<ImportedItem[]> {
  const items = await Array.fromAsync(readSource(await open(name, files)))
  return items.filter((item): item is ImportedItem => !isFailed(item))
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
  <Default Extension="xml" ContentType="application/xml"/></Types>`
const relations = (rows: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows}</Relationships>`

const paragraph = (inner: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${inner}</w:p>`
const run = (text: string, marks = '') =>
  `<w:r><w:rPr>${marks}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`

const docx = (body: string) => ({
  '[Content_Types].xml': TYPES,
  '_rels/.rels': relations(`<Relationship Id="r1" Type="${R}/officeDocument" Target="word/document.xml"/>`),
  'word/_rels/document.xml.rels': relations(
    `<Relationship Id="r2" Type="${R}/footnotes" Target="footnotes.xml"/><Relationship Id="r3" Type="${R}/styles" Target="styles.xml"/>`,
  ),
  'word/styles.xml': `<w:styles ${W}><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style></w:styles>`,
  'word/footnotes.xml': `<w:footnotes ${W}><w:footnote w:id="2">${paragraph(run('By the sea'))}</w:footnote></w:footnotes>`,
  'word/document.xml': `<w:document ${W} ${M}><w:body>${body}</w:body></w:document>`,
  'docProps/core.xml': `<c xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">
    <dc:creator>Mira Sol</dc:creator><dcterms:created>2021-05-04T03:02:01Z</dcterms:created></c>`,
})

test('a Word document is a draft with its title, marks, footnotes and fields', async () => {
  const body = [
    paragraph(run('A lamp'), 'Title'),
    paragraph(`${run('Lit ')}${run('again', '<w:i/>')}<w:r><w:footnoteReference w:id="2"/></w:r>`),
    paragraph(
      `${run('Figure ')}<w:fldSimple w:instr=" SEQ Figure ">${run('1')}</w:fldSimple><m:oMath><m:t>x</m:t></m:oMath>`,
    ),
    paragraph(`<w:del>${run('gone').replaceAll('w:t', 'w:delText')}</w:del>${run('Dusk')}`),
  ]

  const items = await read('story.docx', docx(body.join('')))

  expect(items).toMatchObject([
    {
      key: expect.stringMatching(/^story#/),
      title: 'A lamp',
      state: 'draft',
      created_at: '2021-05-04T03:02:01.000Z',
      authors: [{ name: 'Mira Sol', role: 'author' }],
      content: [
        { children: [{ text: 'Lit ' }, { text: 'again', italic: true }, { type: 'footnote-reference' }, {}] },
        { children: [{ text: 'Figure 1' }] },
        { children: [{ text: 'Dusk' }] },
        { type: 'footnote', children: [{ text: 'By the sea' }] },
      ],
      words: { missing: [] },
    },
  ])
  expect(items[0]?.receipt.map(describeLoss)).toEqual(['1 equation was left out.'])
})

test.each([
  [
    'hyphens',
    '<w:t>co</w:t><w:noBreakHyphen/><w:t>op so</w:t><w:softHyphen/><w:t>ft</w:t>',
    'co\u2011op so\u00adft',
  ],
  ['a return', '<w:t>Dusk</w:t><w:cr/><w:t>Dawn</w:t>', 'Dusk\nDawn'],
  [
    'a reading',
    `<w:ruby><w:rt>${run('かんじ')}</w:rt><w:rubyBase>${run('漢字')}</w:rubyBase></w:ruby>`,
    'かんじ漢字',
  ],
])('a Word document keeps the words beside %s, and says so', async (_, inner, text) => {
  const note = '<w:r><w:footnoteReference w:id="2"/></w:r>'

  const [item] = await read('story.docx', docx(paragraph(`<w:r>${inner}</w:r>${note}`)))

  expect(item).toMatchObject({ content: [{ children: [{ text }, {}, {}] }, {}], words: { missing: [] } })
})

test('a Word document has several authors', async () => {
  const files = docx(paragraph(run('Lit')))
  const core = files['docProps/core.xml'].replace('Mira Sol', 'Mira Sol; Ole;')

  const [item] = await read('story.docx', { ...files, 'docProps/core.xml': core })

  expect(item?.authors.map(({ name }) => name)).toEqual(['Mira Sol', 'Ole'])
})

const LINE = 'The lamp on the quay was lit again at dusk.'

test.each([
  ['is a scene break', (index: number) => index === 2, [LINE, LINE, '***', LINE, LINE, LINE]],
  ['between any two is none', () => true, Array(5).fill(LINE)],
])('an empty paragraph of a Word document %s, as in a paste', async (_, isEmpty, texts) => {
  const lines = [0, 1, 2, 3, 4].map((index) => (isEmpty(index) ? paragraph('') : '') + paragraph(run(LINE)))
  const body = paragraph('') + paragraph(run('A lamp'), 'Title') + lines.join('')

  const items = await read('story.docx', docx(body))

  expect(items).toMatchObject([{ title: 'A lamp', content: texts.map((text) => ({ children: [{ text }] })) }])
})

const chapter = (title: string, text: string) =>
  `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head>
  <body><a id="top"/><h2>${title}</h2><p>${text}</p></body></html>`

const EPUB = {
  'META-INF/container.xml':
    '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
  'OPS/book.opf': `<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Lamps</dc:title>
    <dc:identifier>urn:uuid:1</dc:identifier><dc:creator id="a">Mira Sol</dc:creator><dc:creator id="b">Ole</dc:creator>
    <meta refines="#b" property="role">trl</meta><dc:subject>Moon</dc:subject></metadata><manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="c1" href="text/1.xhtml" media-type="application/xhtml+xml"/>
    <item id="c1b" href="text/1b.xhtml" media-type="application/xhtml+xml"/>
    <item id="c2" href="text/2.xhtml" media-type="application/xhtml+xml"/></manifest>
    <spine><itemref idref="nav"/><itemref idref="c1"/><itemref idref="c1b"/><itemref idref="c2"/></spine></package>`,
  'OPS/nav.xhtml': `<html xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol>
    <li><a href="text/1.xhtml">First <b>lamp</b></a></li><li><a href="text/2.xhtml#top">Second lamp</a></li></ol></nav></body></html>`,
  'OPS/text/1.xhtml': chapter('First lamp', 'Lit <img src="../pictures/a.png" alt="Light"/>'),
  'OPS/text/1b.xhtml': chapter('Later', 'Dusk'),
  'OPS/text/2.xhtml': chapter('Second lamp', 'Dawn'),
  'OPS/pictures/a.png': 'png',
}

test('an EPUB has an item for each chapter of its table of contents', async () => {
  const source = await open('lamps.epub', EPUB)
  const items = await Array.fromAsync(readSource(source))

  expect(source).toMatchObject({ kind: 'epub', name: 'Lamps', identity: 'epub:urn:uuid:1' })
  expect(items).toMatchObject([
    {
      key: 'OPS/text/1.xhtml',
      title: 'First lamp',
      state: 'draft',
      authors: [
        { name: 'Mira Sol', role: 'author' },
        { name: 'Ole', role: 'translator' },
      ],
      tags: ['Moon'],
      pictures: [{ path: 'OPS/pictures/a.png', url: '/OPS/pictures/a.png', alt: 'Light' }],
      words: { original: 5, missing: [] },
    },
    { title: 'Second lamp', words: { original: 3, missing: [] } },
  ])
})

test('parts of a book have chapters, people have all their roles, and title page and imprint are left out', async () => {
  const file = (id: string) => `<item id="${id}" href="text/${id}.xhtml" media-type="application/xhtml+xml"/>`
  const ids = ['half', 'name', 'part', '1', '2', 'rights']
  const link = (id: string, title: string) => `<a href="text/${id}.xhtml">${title}</a>`
  const items = await read('lamps.epub', {
    ...EPUB,
    'OPS/book.opf': `<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:identifier>1</dc:identifier>
      <dc:creator id="a">Mira</dc:creator><meta refines="#a" property="role">aut</meta>
      <meta refines="#a" property="role">http://id.loc.gov/vocabulary/relators/ILL</meta><dc:creator id="b">Ole</dc:creator>
      <meta refines="#b" property="role">zzz</meta><dc:contributor opf:role="cov">Ida</dc:contributor>
      <dc:contributor opf:role="Edt">Jo</dc:contributor><dc:contributor opf:role="trl">Eva</dc:contributor></metadata>
      <manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${ids.map(file).join('')}</manifest>
      <spine>${ids.map((id) => `<itemref idref="${id}"/>`).join('')}</spine><guide><reference type="title-page" href="text/name.xhtml"/></guide></package>`,
    'OPS/nav.xhtml': `<html><body><nav><ol><li>${link('part', 'Part One')}<ol><li>${link('1', 'First')}</li>
      <li>${link('2', 'Second')}</li></ol></li><li>${link('rights', 'Copyright')}</li></ol></nav></body></html>`,
    'OPS/text/half.xhtml': chapter('Lamps', '').replace(
      '<body>',
      '<body epub:type="frontmatter halftitlepage">',
    ),
    'OPS/text/name.xhtml': chapter('Lamps', 'By Mira'),
    'OPS/text/part.xhtml': chapter('Part One', ''),
    'OPS/text/rights.xhtml': chapter('Copyright', 'Reserved'),
  })

  expect(items.map(({ title }) => title)).toEqual(['First', 'Second'])
  expect(items[0]?.authors.map(({ name, role }) => `${name} ${role}`)).toEqual([
    ...['Mira author', 'Mira artist', 'Ole author', 'Ida artist', 'Jo editor', 'Eva translator'],
  ])
  expect(items[0]?.receipt.map(describeLoss)).toEqual([
    '4 pages without a text (half, name, Copyright, Part One) were left out.',
  ])
})

test('chapters of an EPUB link to each other, and notes of another file are footnotes', async () => {
  const items = await read('lamps.epub', {
    ...EPUB,
    'OPS/text/1.xhtml': chapter(
      'First lamp',
      `See <a href="2.xhtml#top">dawn</a>, <a href="1b.xhtml">dusk</a>.<a id="r1" href="2.xhtml#n1">1</a>
      <a href="1.xhtml#n2" epub:type="noteref">2</a> <a href="2.xhtml#p12">12</a></p><p id="n2">By lamplight`,
    ),
    'OPS/text/2.xhtml': chapter(
      'Second lamp',
      '<span id="p12">Dawn</span></p><p id="n1"><a href="1.xhtml#r1">1</a> By the sea',
    ),
  })

  expect(items[0]).toMatchObject({
    link_paths: ['/OPS/text/1.xhtml', '/OPS/text/1b.xhtml'],
    words: { missing: [] },
    content: [
      { type: 'heading-two' },
      {
        children: [
          { text: 'See ' },
          { type: 'link', url: '/OPS/text/2.xhtml', children: [{ text: 'dawn' }] },
          { text: ', ' },
          { type: 'link', url: '/OPS/text/1b.xhtml' },
          { text: '.' },
          { type: 'footnote-reference', note: expect.any(String) },
          { text: ' ' },
          { type: 'footnote-reference' },
          { text: ' ' },
          { type: 'link', url: '/OPS/text/2.xhtml', children: [{ text: '12' }] },
          { text: '' },
        ],
      },
      { type: 'heading-two' },
      { children: [{ text: 'Dusk' }] },
      { type: 'footnote', children: [{ text: 'By the sea' }] },
      { type: 'footnote', children: [{ text: 'By lamplight' }] },
    ],
  })
  expect(items[1]?.content.at(-1)).toMatchObject({
    children: [{ text: '' }, { url: '/OPS/text/1.xhtml' }, { text: ' By the sea' }],
  })
})

test('notes in another file of the same chapter are footnotes', async () => {
  const [item] = await read('lamps.epub', {
    ...EPUB,
    'OPS/text/1.xhtml': chapter('First lamp', 'Lit<a id="r1" href="1b.xhtml#n1">1</a>'),
    'OPS/text/1b.xhtml': chapter('Notes', '</p><p id="n1"><a href="1.xhtml#r1">1</a> By the sea'),
  })

  expect(item?.content).toMatchObject([
    { type: 'heading-two' },
    { children: [{ text: 'Lit' }, { type: 'footnote-reference' }, {}] },
    { type: 'heading-two' },
    { type: 'footnote', children: [{ text: 'By the sea' }] },
  ])
})

test('a title that shows how a sign is written stays as it is', async () => {
  const text = '&amp;copy; is a sign'
  const [word] = await read('a.docx', docx(paragraph(run(text), 'Title')))
  const [book] = await read('a.epub', {
    ...EPUB,
    'OPS/nav.xhtml': `<html><body><nav><ol><li><a href="text/1.xhtml">${text}</a></li><li><a href="text/2.xhtml">B</a></li></ol></nav></body></html>`,
  })
  const [post] = await read('a.zip', {
    'posts/a.html': `<html><h1 class="p-name">${text}</h1><section class="e-content">Words</section></html>`,
  })

  expect([word?.title, book?.title, post?.title]).toEqual(Array(3).fill('&copy; is a sign'))
})

test('an EPUB that is protected against copying is refused', async () => {
  const encryption =
    '<encryption><CipherData><CipherReference URI="OPS/text/1.xhtml"/></CipherData></encryption>'

  await expect(open('lamps.epub', { ...EPUB, 'META-INF/encryption.xml': encryption })).rejects.toThrow(
    'protected against copying',
  )
})

test('a chapter that the archive of an EPUB lacks is a failure', async () => {
  const { 'OPS/text/2.xhtml': _, ...files } = EPUB

  expect(await Array.fromAsync(readSource(await open('lamps.epub', files)))).toMatchObject([
    { title: 'First lamp', words: { missing: [] } },
    { title: 'Second lamp', failure: '“OPS/text/2.xhtml” is not in the archive.' },
  ])
})

test('a chapter with the table of contents in it is no page around the text', async () => {
  const guide = '<guide><reference type="toc" href="text/1.xhtml#toc"/></guide></package>'
  const book = EPUB['OPS/book.opf'].replace('</package>', guide)

  const items = await read('lamps.epub', { ...EPUB, 'OPS/book.opf': book })

  expect(items.map(({ title }) => title)).toEqual(['First lamp', 'Second lamp'])
})
