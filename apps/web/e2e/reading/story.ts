import { paragraph } from '../content.ts'
import { type Desk, startDesk, write } from '../desk.ts'
import { drawing } from '../drawing.ts'

/** A picture that lies elsewhere; the test answers for that place. */
export const ELSEWHERE = 'https://pictures.example/lamp.png'
export const CODE = 'const lamp = "on" // at dusk'

const text = (value: string) => [{ text: value }]
const heading = (type: string, value: string) => ({ type, children: text(value) })
const SENTENCE = 'Every ninety hours the lamp turns toward Earth, and she writes one line in the log. '

/** A paragraph of a long text, known by its number. */
export const numbered = (number: number) => paragraph(`Turn ${number}. ${SENTENCE.repeat(4)}`)
export const turns = (count: number) => Array.from({ length: count }, (_, index) => numbered(index + 1))

/** Has all that a story can show. `filename` is of a picture on this site. */
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

/** A site of three published stories: 1 and 3 are long and plain, 2 is one of everything with a poster. */
export async function startReading(): Promise<Desk> {
  const desk = await startDesk([{ title: 'The Cartographer', content: turns(30), published: true }])
  const [poster, picture] = [await upload(desk, 1200, 900), await upload(desk, 1000, 500)]
  await write(desk.api, {
    title: 'The Lighthouse Keeper',
    content: storyOf(picture),
    poster_image_id: poster.image_id,
    published: true,
  })
  await write(desk.api, { title: 'Salt and Signal', content: turns(30), published: true })
  return desk
}

async function upload({ api }: Desk, width: number, height: number) {
  const file = await drawing('lamp.png', width, height)
  const { data } = await (await api.post('/admin/upload', { multipart: { file } })).json()
  return data as { filename: string; image_id: number } // what the contract says
}
