import type { ApiRouter, Article } from '@nightdesk/contracts'
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client'

export const ADMIN = { username: 'bench@example.org', password: 'only-for-the-bench' }

/** A client signed in as the admin, and its headers. */
export async function signIn(url: string) {
  const { token } = await connect(url).auth.login.mutate(ADMIN)
  const headers = { authorization: `Bearer ${token}` }
  return { client: connect(url, headers), headers }
}

const connect = (url: string, headers = {}): TRPCClient<ApiRouter> =>
  createTRPCClient<ApiRouter>({ links: [httpLink({ url: `${url}/trpc`, headers })] })

export async function publishArticles(
  { articles }: TRPCClient<ApiRouter>,
  count: number,
): Promise<Article[]> {
  const published: Article[] = []
  for (let number = 1; number <= count; number++) {
    const { id } = await articles.create.mutate({
      title: `The story number ${number}`,
      content: story(number),
    })
    published.push(await articles.publish.mutate({ id }))
  }
  return published
}

/** About 800 words in twenty paragraphs. */
function story(number: number) {
  const text = 'Every ninety hours the lamp turns toward Earth, and every ninety hours she writes one line. '
  return Array.from({ length: 20 }, (_, index) => ({
    type: 'paragraph',
    children: [{ text: `${number}.${index} ${text.repeat(2)}` }],
  }))
}
