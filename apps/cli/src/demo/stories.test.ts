import { type Block, content, isText, type Node } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { drawings } from './drawings.ts'
import { stories } from './stories.ts'

const nodes = nodesOf(stories.flatMap((story) => story.content))

test.each(stories)('“$title” has 500 to 1,200 words', (story) => {
  const words = story.content.map(textOf).join(' ').split(/\s+/).length

  expect(words).toBeGreaterThanOrEqual(500)
  expect(words).toBeLessThanOrEqual(1200)
})

test.each(stories)('“$title” is content the API accepts', (story) => {
  expect(content.parse(story.content)).toEqual(story.content)
})

test.each(stories)('“$title” has pictures in its text, each with a description', (story) => {
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

  expect(nodes.map(({ type }) => type)).toEqual(expect.arrayContaining([...kinds, 'link', 'image']))
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
