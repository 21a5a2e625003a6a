import { type Block, content, isText, type Node } from '@nightdesk/contracts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { draft, drawings, pngOf, stories } from './publish-stories.ts'

const nodes = nodesOf(stories.flatMap((story) => story.content))

test.each(stories)('“$title” has 500 to 1,200 words', (story) => {
  const words = story.content.map(textOf).join(' ').split(/\s+/).length

  expect(words).toBeGreaterThanOrEqual(500)
  expect(words).toBeLessThanOrEqual(1200)
})

test.each(stories)('“$title” is content the API accepts', (story) => {
  expect(content.parse(story.content)).toEqual(story.content)
})

test('the draft is content the API accepts, and each note quotes it once', () => {
  const text = draft.content.map(textOf).join('\n')

  expect(content.parse(draft.content)).toEqual(draft.content)
  for (const { quote } of draft.notes.filter((note) => note.quote)) expect(text.split(quote)).toHaveLength(2)
})

test('a correction is of words that are in the story once, and the mistake is not', () => {
  for (const { content, correction } of stories.filter((story) => story.correction)) {
    const text = content.map(textOf).join('\n')
    expect(text.split(correction?.right ?? '')).toHaveLength(2)
    expect(text).not.toContain(correction?.wrong)
  }
})

test.each(stories)('“$title” has pictures in its text, each with a description', (story) => {
  expect(story.poster_alt).toMatch(/\w+ \w+/)
  const images = nodesOf(story.content).filter(({ type }) => type === 'image')

  expect(images).not.toEqual([])
  for (const { alt } of images) expect(alt).toMatch(/\w+ \w+/)
})

test.each(stories)('“$title” has no doubled space, and none at the ends of a block', (story) => {
  const prose = story.content.filter(({ type }) => type !== 'code-block').map(textOf)

  for (const text of prose) expect(text).not.toMatch(/^\s|\s$|\s\s/)
})

test('the stories show every kind of block a reader meets', () => {
  const kinds = [
    'heading-two',
    'heading-three',
    'block-quote',
    'numbered-list',
    'bulleted-list',
    'code-block',
  ]

  const inline = ['link', 'image', 'footnote', 'footnote-reference']
  expect(nodes.map(({ type }) => type)).toEqual(expect.arrayContaining([...kinds, ...inline]))
  expect(stories.flatMap((story) => story.content.map(textOf))).toContain('***')
})

test.each(['bold', 'italic', 'underline', 'strikethrough', 'code'])('the stories show %s text', (mark) => {
  expect(nodes.some((node) => node[mark] === true)).toBe(true)
})

test('each tag belongs to more than one story, so that every tag leads somewhere', () => {
  const tags = stories.flatMap((story) => story.tags)

  for (const tag of tags) expect(tags.filter((other) => other === tag).length, tag).toBeGreaterThan(1)
})

test('the stories use every drawing exactly once', () => {
  const inline = nodes.filter(({ type }) => type === 'image').map(({ url }) => url)
  const posters = stories.map(({ poster }) => poster)

  expect([...inline, ...posters].sort()).toEqual(drawings.toSorted())
})

function nodesOf(blocks: readonly Node[]): Node[] {
  return blocks.flatMap((node) => (isText(node) ? [node] : [node, ...nodesOf(node.children)]))
}

const MULTILINE = ['numbered-list', 'bulleted-list', 'code-block']

/** The text of a block, with a line for each item of a list and each line of code. */
function textOf(node: Block | Node): string {
  if (isText(node)) return node.text
  return node.children.map(textOf).join(MULTILINE.includes(node.type) ? '\n' : '')
}

test.each(drawings)('%s becomes a picture of many shapes, well under 1 MB', async (drawing) => {
  const png = await pngOf(drawing)

  const { format, width, height } = await sharp(png).metadata()
  const { entropy } = await sharp(png).stats()
  expect([format, `${width}×${height}`]).toEqual(['png', expect.stringMatching(/^(1600×900|1200×750)$/)])
  expect(png.length).toBeLessThan(400_000)
  expect(entropy).toBeGreaterThan(0.7)
})
