import type { Client } from '../client.ts'

/** Saves a published story with a note below it, as a new version that readers see at once. */
export async function correctStory({ articles }: Client, id: number, note: string): Promise<void> {
  const { content, version_number } = await articles.get.query({ id })
  const paragraph = { type: 'paragraph', children: [{ text: note, italic: true }] }
  await articles.update.mutate({ id, content: [...content, paragraph], base_version: version_number })
}
