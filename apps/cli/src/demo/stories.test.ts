import { type Block, content, isText, type Node } from '@nightdesk/contracts'
import { describe, expect, it } from 'vitest'
import { drawingNames } from './drawing/drawings.ts'
import { drawingUrl } from './prose.ts'
import { stories } from './stories.ts'

describe.each(stories)('the story “$title”', (story) => {
  it('has 500 to 1,200 words', () => {
    const words = story.content.map(textOf).join(' ').split(/\s+/).length

    expect(words).toBeGreaterThanOrEqual(500)
    expect(words).toBeLessThanOrEqual(1200)
  })

  it('is content the API accepts', () => {
    expect(content.parse(story.content)).toEqual(story.content)
  })

  it('describes every inline image, and each is one of our drawings', () => {
    const images = nodesOf(story.content).filter(({ type }) => type === 'image')

    expect(images).not.toEqual([])
    for (const { url, alt } of images) {
      expect(drawingNames.map(drawingUrl)).toContain(url)
      expect(alt).toMatch(/\w+ \w+/)
    }
  })

  it('has no space doubled, or left over at the ends of a block', () => {
    const prose = story.content.filter(({ type }) => type !== 'code-block').map(textOf)

    for (const text of prose) expect(text).not.toMatch(/^\s|\s$|\s\s/)
  })
})

describe('the six stories together', () => {
  const nodes = nodesOf(stories.flatMap((story) => story.content))

  it('show every kind of block a reader meets', () => {
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

  it.each(['bold', 'italic', 'underline', 'strikethrough', 'code'])('show %s text', (mark) => {
    expect(nodes.some((node) => node[mark] === true)).toBe(true)
  })

  it('share each of their tags with another, so that every tag leads somewhere', () => {
    const tags = stories.flatMap((story) => story.tags)

    for (const tag of tags) expect(tags.filter((other) => other === tag).length, tag).toBeGreaterThan(1)
  })

  it('use every drawing exactly once', () => {
    const inline = nodes.filter(({ type }) => type === 'image').map(({ url }) => url)
    const posters = stories.map(({ poster }) => drawingUrl(poster))

    expect([...inline, ...posters].sort()).toEqual(drawingNames.map(drawingUrl).sort())
  })
})

function nodesOf(blocks: readonly Node[]): Node[] {
  return blocks.flatMap((node) => (isText(node) ? [node] : [node, ...nodesOf(node.children)]))
}

const LISTS = ['numbered-list', 'bulleted-list', 'code-block']

/** A block's text; the parts of a list or of code stand on lines of their own. */
function textOf(node: Block | Node): string {
  if (isText(node)) return node.text
  return node.children.map(textOf).join(LISTS.includes(node.type) ? '\n' : '')
}
