import type { Client } from '@nightdesk/client'
import type { Article } from '@nightdesk/contracts'
import { paragraph } from '../scripts/api.ts'

export async function publishArticles({ articles }: Client, count: number): Promise<Article[]> {
  const published: Article[] = []
  for (let number = 1; number <= count; number++) {
    const title = `The story number ${number}`
    const { id } = await articles.create.mutate({ title, content: story(number) })
    published.push(await articles.publish.mutate({ id }))
  }
  return published
}

/** About 800 words in twenty paragraphs. */
function story(number: number) {
  const text = 'Every ninety hours the lamp turns toward Earth, and every ninety hours she writes one line. '
  return Array.from({ length: 20 }, (_, index) => paragraph(`${number}.${index} ${text.repeat(2)}`))
}
