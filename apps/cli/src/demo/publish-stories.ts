import type { Block } from '@nightdesk/contracts'
import type { Client } from './client.ts'
import { type DrawingName, drawingNames } from './drawing/drawings.ts'
import { pngOf } from './drawing/rasterise.ts'
import { drawingUrl, type Story } from './prose.ts'
import { stories } from './stories.ts'
import type { UploadImage } from './upload-image.ts'

export interface Progress {
  title: string
  outcome: 'published' | 'exists'
  /** How many of `total` are dealt with, this one included. */
  done: number
  total: number
}

/**
 * Publishes the sample stories one after another, with their pictures. A story whose title is there already is
 * left alone, so a second run adds what the first did not get to.
 */
export async function publishStories(
  client: Client,
  uploadImage: UploadImage,
  report: (progress: Progress) => void = () => {},
): Promise<void> {
  const existing = new Set((await client.articles.list.query({})).map(({ title }) => title))
  for (const [index, story] of stories.entries()) {
    const exists = existing.has(story.title)
    if (!exists) await publishStory(client, uploadImage, story)
    report({
      title: story.title,
      outcome: exists ? 'exists' : 'published',
      done: index + 1,
      total: stories.length,
    })
  }
}

async function publishStory(client: Client, uploadImage: UploadImage, story: Story) {
  const store = async (drawing: DrawingName) => uploadImage(`${drawing}.png`, await pngOf(drawing))
  const poster = await store(story.poster)
  const content: Block[] = []
  for (const block of story.content) {
    const drawing = drawingNames.find((name) => drawingUrl(name) === block.url)
    content.push(drawing ? { ...block, url: (await store(drawing)).url } : block)
  }
  const { title, excerpt, tags } = story
  const { id } = await client.articles.create.mutate({
    title,
    excerpt,
    content,
    tags,
    poster_image_id: poster.image_id,
  })
  await client.articles.publish.mutate({ id })
}
