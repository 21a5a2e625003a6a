import type { Client } from '../client.ts'

/** Saves a published story with a note at its end, as a new version that readers see at once. */
export async function correctStory({ articles }: Client, id: number, note: string): Promise<void> {
  const { content, version_number } = await articles.get.query({ id })
  const paragraph = { type: 'paragraph', children: [{ text: note, italic: true }] }
  const footnotes = content.findIndex(({ type }) => type === 'footnote')
  const end = footnotes < 0 ? content.length : footnotes
  const corrected = content.toSpliced(end, 0, paragraph)
  await articles.update.mutate({ id, content: corrected, base_version: version_number })
}
