import { paragraph } from '../content.ts'
import { drawing } from '../drawing.ts'
import { startTestSite, type TestSite, write } from '../test-site.ts'

/** A picture of another site, for which the test answers. */
export const ELSEWHERE = 'https://pictures.example/lamp.png'
export const CODE = 'const lamp = "on" // at dusk'

const text = (value: string) => [{ text: value }]
const heading = (type: string, value: string) => ({ type, children: text(value) })
const SENTENCE = 'Every ninety hours the lamp turns toward Earth, and she writes one line in the log. '

/** A numbered paragraph of a long text. */
export const numbered = (number: number) => paragraph(`Turn ${number}. ${SENTENCE.repeat(4)}`)
export const turns = (count: number) => Array.from({ length: count }, (_, index) => numbered(index + 1))

/** A story with every kind of block. `filename` names a picture on this site. */
const storyOf = (image: { filename: string }) => [
  paragraph(SENTENCE.repeat(3)),
  heading('heading-one', 'The crossing'),
  ...turns(4),
  { type: 'image', filename: image.filename, alt: 'A lamp', children: text('') },
  heading('heading-two', 'Ngũgĩ’s answer'),
  ...turns(4),
  {
    type: 'code-block',
    language: 'typescript',
    children: [{ type: 'code-line', children: text(CODE) }],
  },
  { type: 'image', url: ELSEWHERE, alt: 'Another lamp', children: text('') },
  heading('heading-one', 'Dawn'),
  ...turns(6),
  {
    type: 'paragraph',
    children: [
      { text: 'From ' },
      { type: 'link', url: 'https://example.org/lamps', children: text('the book of lamps') },
    ],
  },
]

/** A site with three published stories: 1 and 3 are long and plain, 2 has every kind of block and a poster. */
export async function startReadingSite(): Promise<TestSite> {
  const site = await startTestSite([{ title: 'The Cartographer', content: turns(30), published: true }])
  const [poster, picture] = [await upload(site, 1200, 900), await upload(site, 1000, 500)]
  await write(site.api, {
    title: 'The Lighthouse Keeper',
    content: storyOf(picture),
    poster_image_id: poster.image_id,
    published: true,
  })
  await write(site.api, { title: 'Salt and Signal', content: turns(30), published: true })
  return site
}

async function upload({ api }: TestSite, width: number, height: number) {
  const file = await drawing('lamp.png', width, height)
  const { data } = await (await api.post('/admin/upload', { multipart: { file } })).json()
  return data as { filename: string; image_id: number } // as the contract says
}
