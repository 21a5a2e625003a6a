import { describeLoss, elementsOf } from '@nightdesk/contracts'
import { plainText } from '@nightdesk/editor'
import { expect, test } from 'vitest'
import { isFailed } from './model.ts'
import { readSource } from './read-entry.ts'
import { openTemporary, wxr, wxrItem, zip } from './testing.ts'

const PICTURE = 'https://lamp.example/lamp.jpg'
const PAGE = 'https://other.example/page'
const FILE = 'https://lamp.example/report.pdf'
const img = `<img src="${PICTURE}" alt="">`

const ghost = (post: object) =>
  JSON.stringify({
    data: { posts: [{ id: '1', title: 'A', status: 'published', published_at: '2021-05-04', ...post }] },
  })

/** A text of each product. */
const PRODUCTS = {
  blocks: (html: string) =>
    wxr([wxrItem(1, { 'content:encoded': `<!-- wp:html -->${html}<!-- /wp:html -->` })]),
  classic: (html: string) => wxr([wxrItem(1, { 'content:encoded': html })]),
  ghost: (html: string) => ghost({ html }),
  somewhere: (html: string) => ghost({ html }),
  lexical: (card: string) => ghost({ lexical: `{"root":{"children":[${card}]}}` }),
  hugo: (markdown: string) =>
    zip({
      'hugo.toml': 'baseURL = "https://lamp.example/"',
      'content/posts/a.md': `---\ntitle: A\ndate: 2021-05-04\n---\n${markdown}\n`,
    }),
  jekyll: (markdown: string) =>
    zip({
      '_config.yml': 'url: https://lamp.example',
      '_posts/2021-05-04-a.md': `---\ntitle: A\n---\n${markdown}\n`,
    }),
}

/** The addresses of a Ghost export are those of its site, which nobody has said. */
const OWN = '__GHOST_URL__'

const LOST_LINK = '1 picture lost its link.'
const HTML = ['blocks', 'classic', 'ghost', 'hugo'] as const

/** What a reader saw of a figure without a caption: what is kept of it, words and addresses, and what the receipt says. */
const FIGURES: [
  shape: string,
  products: readonly (keyof typeof PRODUCTS)[],
  text: string,
  kept: string[],
  receipt?: string[],
][] = [
  ['a picture', HTML, `<figure>${img}</figure>`, [PICTURE]],
  ['nothing', HTML, '<figure></figure>', []],
  ['words', HTML, `<figure>Before ${img} behind</figure>`, ['Before', PICTURE, 'behind']],
  ['a linked picture', HTML, `<figure><a href="${PAGE}">${img}</a></figure>`, [PICTURE], [LOST_LINK]],
  [
    'a picture of two sizes',
    HTML,
    `<figure><img srcset="/lamp-300x200.jpg 300w,${PICTURE} 1024w" alt=""></figure>`,
    [PICTURE],
  ],
  [
    'a picture of two formats',
    HTML,
    `<figure><picture><source srcset="${PICTURE}"><source srcset="/lamp.webp"><img alt=""></picture></figure>`,
    [PICTURE],
  ],
  [
    'a picture that opens larger',
    HTML,
    `<figure><a href="/big/lamp-1024x768.jpg">${img}</a></figure>`,
    [PICTURE],
  ],
  [
    'a picture that opens another',
    HTML,
    `<figure><a href="/sea.jpg">${img}</a></figure>`,
    [PICTURE],
    [LOST_LINK],
  ],
  [
    'a picture that opens a page of a site that is not known',
    ['somewhere'],
    `<figure><a href="${OWN}/page/">${img}</a></figure>`,
    [PICTURE],
    [LOST_LINK],
  ],
  [
    'a picture with links on its parts',
    HTML,
    `<figure><img src="${PICTURE}" usemap="#m"><map name="m"><area href="${PAGE}"></map></figure>`,
    [PICTURE],
    [LOST_LINK],
  ],
  [
    'a picture without an address',
    HTML,
    '<figure><img src="data:image/png;base64,AA==" alt="Lit"></figure>',
    [],
    ['1 picture had no usable address.'],
  ],
  [
    'a picture behind a text',
    HTML,
    `<figure style="background: url('${PICTURE}')">Over it</figure>`,
    ['Over it'],
    ['1 picture behind a text was left out.'],
  ],
  [
    'a cover',
    HTML,
    `<div class="wp-block-cover" style="background-image:url(${PICTURE})"><p>Over it</p></div>`,
    [PICTURE, 'Over it'],
  ],
  [
    'a header card',
    ['ghost'],
    `<div class="kg-card kg-header-card" style="background-image: url(${PICTURE})"><h2>Over it</h2></div>`,
    [PICTURE, 'Over it'],
  ],
  [
    'a gallery with a link',
    ['ghost'],
    `<figure class="kg-card kg-gallery-card"><div><a href="${PAGE}">${img}</a></div></figure>`,
    [PICTURE],
    ['1 gallery became single pictures.', LOST_LINK],
  ],
  [
    'a player without an address',
    HTML,
    '<figure><audio controls></audio></figure>',
    [],
    ['1 audio player became a link.'],
  ],
  [
    'a file with a button',
    ['blocks', 'classic'],
    `<div class="wp-block-file"><a href="/report-page/">Report</a><a href="${FILE}" class="wp-block-file__button" download>Download</a></div>`,
    ['Report', FILE],
    ['1 download button was left out.'],
  ],
  [
    'a file with nothing but a button',
    ['blocks', 'classic'],
    `<div class="wp-block-file"><a href="${FILE}" class="wp-block-file__button" download>Download</a></div>`,
    ['Download', FILE],
  ],
  [
    'a pull quote',
    HTML,
    `<figure><blockquote><p>Quoted <a href="${PAGE}">there</a></p><cite>Ines</cite></blockquote></figure>`,
    ['Quoted', 'there', PAGE, 'Ines'],
  ],
  [
    'a table with a picture',
    HTML,
    `<figure><table><tr><td>${img}</td><td><a href="${PAGE}">Cell</a></td></tr></table></figure>`,
    [PICTURE, 'Cell', PAGE],
    ['1 table became lines of text.'],
  ],
  ['code', HTML, '<figure class="highlight"><pre><code>let lit = 1</code></pre></figure>', ['let lit = 1']],
  [
    'an embed',
    HTML,
    '<figure><div>\nhttps://youtu.be/abcdefg\n</div></figure>',
    ['https://youtu.be/abcdefg'],
    ['1 embed (youtu.be) became a link.'],
  ],
  [
    'a linked picture',
    ['lexical'],
    `{"type":"image","src":"${PICTURE}","alt":"","href":"${PAGE}"}`,
    [PICTURE],
    [LOST_LINK],
  ],
  [
    'a file without a title',
    ['lexical'],
    `{"type":"file","src":"${FILE}","fileName":"report.pdf"}`,
    ['report.pdf', FILE],
  ],
  ['a linked picture', ['hugo', 'jekyll'], `[![](${PICTURE})](${PAGE})`, [PICTURE], [LOST_LINK]],
  [
    'a linked picture of a tag',
    ['hugo'],
    `{{< figure src="${PICTURE}" link="${PAGE}" >}}`,
    [PICTURE],
    [LOST_LINK],
  ],
  [
    'a linked picture of a tag',
    ['jekyll'],
    `{% include figure image_path="${PICTURE}" url="${PAGE}" %}`,
    [PICTURE],
    [LOST_LINK],
  ],
  [
    'a linked credit',
    ['hugo'],
    `{{< figure src="${PICTURE}" attr="Ines" attrlink="${PAGE}" >}}`,
    [PICTURE, 'Ines'],
    ['1 caption became plain text.'],
  ],
]

test.each(
  FIGURES.flatMap(([shape, products, text, kept, receipt = []]) =>
    products.map((product) => ({ product, shape, text, kept, receipt })),
  ),
)(
  '$product: what was seen of a figure with $shape is kept or in the receipt',
  async ({ product, text, kept, receipt }) => {
    const source = await openTemporary('a', PRODUCTS[product](text), {
      site: product === 'somewhere' ? null : new URL('https://lamp.example'),
    })

    const [item] = await Array.fromAsync(readSource(source))

    if (!item || isFailed(item)) throw new Error('The text was not read')
    const urls = elementsOf(item.content).flatMap(({ url }) =>
      typeof url === 'string' && url !== '' ? [url] : [],
    )
    const seen = [plainText(item.content), ...urls].join('\n')
    for (const part of kept) expect(seen).toContain(part)
    expect(urls.every((url) => kept.includes(url))).toBe(true)
    expect(item.receipt.map(describeLoss)).toEqual(receipt)
    expect(item.words.missing).toEqual([])
  },
)
