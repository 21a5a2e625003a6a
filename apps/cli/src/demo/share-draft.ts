import { type Block, isText, NOTE_LIMITS } from '@nightdesk/contracts'
import type { Client } from './client.ts'
import { draft } from './stories.ts'

/** Writes a draft and sends it to readers, who leave notes. Skips it when its title exists already. */
export async function shareDraft(client: Client): Promise<void> {
  const { title, tags, content, notes } = draft
  const articles = await client.articles.list.query({})
  if (articles.some((article) => article.title === title)) return
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
