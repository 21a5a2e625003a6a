import { basename } from 'node:path'
import type { Block } from '@nightdesk/contracts'
import type { Client } from './client.ts'
import { pngOf } from './drawings.ts'
import { type Correction, type Story, stories } from './stories.ts'
import type { UploadImage } from './upload-image.ts'

export interface Progress {
  title: string
  outcome: 'published' | 'exists'
  /** How many of `total` stories are finished, including this one. */
  done: number
  total: number
}

/**
 * Publishes the sample stories one after another, with their pictures. Skips a story whose title exists already, so that a
 * second run completes an interrupted one.
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
  const store = async (drawing: string) =>
    uploadImage(`${basename(drawing, '.svg')}.png`, await pngOf(drawing))
  const poster = await store(story.poster)
  const content: Block[] = []
  for (const block of story.content) {
    content.push(block.type === 'image' ? { ...block, url: (await store(String(block.url))).url } : block)
  }
  const { title, excerpt, tags, poster_alt, correction } = story
  const { id } = await client.articles.create.mutate({
    title,
    excerpt,
    content: correction ? withMistake(content, correction) : content,
    tags,
    poster_image_id: poster.image_id,
    poster_alt,
  })
  await client.articles.publish.mutate({ id })
  if (!correction) return
  await client.articles.update.mutate({ id, content })
  await client.articles.publish.mutate({ id })
  await client.corrections.create.mutate({ id, text: correction.text })
}

const withMistake = (content: Block[], { wrong, right }: Correction): Block[] =>
  JSON.parse(JSON.stringify(content).replace(right, wrong))
