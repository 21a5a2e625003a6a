import type { AnonymousRequest } from './request.ts'

// Many clients in a process of their own, so that they do not delay what the bench measures.

interface Crowd {
  url: string
  clients: number
  /** Each client sends these in turn, again and again. */
  requests: AnonymousRequest[]
}

const answers: Record<number, number> = {}

process.once('message', ({ url, clients, requests }: Crowd) => {
  process.on('message', () => {
    process.send?.(answers)
    process.disconnect()
    process.exit()
  })
  for (let client = 0; client < clients; client++) void send(client)

  async function send(first: number) {
    for (let turn = first; ; turn++) {
      const { path, ...init } = requests[turn % requests.length] ?? { path: '/' }
      const answer = await fetch(url + path, init)
      await answer.arrayBuffer()
      answers[answer.status] = (answers[answer.status] ?? 0) + 1
    }
  }
})
