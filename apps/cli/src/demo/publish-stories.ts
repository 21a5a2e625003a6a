import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client, UploadImage } from '@nightdesk/client'
import { type Block, isText, NOTE_LIMITS } from '@nightdesk/contracts'
import sharp from 'sharp'
import careOfTheGlacier from './stories/care-of-the-glacier.json' with { type: 'json' }
import matatuToTheMoon from './stories/matatu-to-the-moon.json' with { type: 'json' }
import rainRecorded from './stories/rain-recorded.json' with { type: 'json' }
import theLighthouseKeeperOfCeres from './stories/the-lighthouse-keeper-of-ceres.json' with { type: 'json' }
import theRopeYears from './stories/the-rope-years.json' with { type: 'json' }
import theTideClerk from './stories/the-tide-clerk.json' with { type: 'json' }
import unclaimed from './stories/unclaimed.json' with { type: 'json' }

/** Publishes the sample stories one after another, with their pictures. */
export async function publishStories(
  client: Client,
  uploadImage: UploadImage,
  report: (line: string) => void = () => {},
): Promise<void> {
  for (const [index, story] of stories.entries()) {
    await publishStory(client, uploadImage, story)
    report(`Published ${index + 1} of ${stories.length}: ${story.title}`)
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

/** Writes a draft and sends it to readers, who leave notes. */
export async function shareDraft(client: Client): Promise<void> {
  const { title, tags, content, notes } = draft
  const { id } = await client.articles.create.mutate({ title, tags, content })
  const { url } = await client.previews.create.mutate({ id })
  const token = new URL(url).pathname.split('/').at(-1) ?? ''
  for (const note of notes) {
    await client.notes.create.mutate({ token, ...note, ...contextOf(content, note.quote) })
  }
}

/** The text before and after a quote. The asterisks of a scene break are not part of the text. */
function contextOf(content: readonly Block[], quote: string) {
  if (quote === '') return { prefix: '', suffix: '' }
  const paragraphs = content.map(({ children }) =>
    children.map((node) => (isText(node) ? node.text : '')).join(''),
  )
  const text = paragraphs.filter((paragraph) => paragraph !== '***').join(' ')
  const [before = '', after = ''] = text.split(quote)
  return { prefix: before.slice(-NOTE_LIMITS.context), suffix: after.slice(0, NOTE_LIMITS.context) }
}

/** A sample story. `poster`, and the `url` of each image, name a drawing. */
interface Story {
  title: string
  excerpt: string
  poster: string
  poster_alt: string
  tags: string[]
  content: Block[]
  /** Of words that were wrong in the version that was published first. */
  correction?: Correction
}

interface Correction {
  text: string
  wrong: string
  right: string
}

/** A story in work, with the notes of readers of a preview. */
interface Draft extends Pick<Story, 'title' | 'tags' | 'content'> {
  notes: { name: string; text: string; quote: string; suggestion?: string }[]
}

/** In the order of publication: the home page leads with the last. */
export const stories: Story[] = [
  careOfTheGlacier,
  theTideClerk,
  theRopeYears,
  rainRecorded,
  matatuToTheMoon,
  theLighthouseKeeperOfCeres,
]

export const draft: Draft = unclaimed

const fileOf = (drawing: string) => fileURLToPath(new URL(`.${drawing}`, import.meta.url))

/** All drawings as stories name them, such as `/drawings/moon-track.svg`. */
export const drawings = readdirSync(fileOf('/drawings')).map((file) => `/drawings/${file}`)

/** A drawing as a PNG file of about 30 to 200 KB. The drawings use few colours, so a palette is enough. */
export const pngOf = (drawing: string): Promise<Buffer> =>
  sharp(fileOf(drawing)).png({ palette: true, colours: 128, effort: 7, dither: 0 }).toBuffer()
