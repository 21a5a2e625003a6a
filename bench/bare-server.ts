import Fastify from 'fastify'

// The baseline: only Fastify. Receives its responses over the IPC channel, and listens on any free port.

interface Answer {
  path: string
  headers: Record<string, string>
  /** Base64. */
  body: string
}

const app = Fastify()

process.once('message', async (answers: Answer[]) => {
  for (const { path, headers, body } of answers) {
    const bytes = Buffer.from(body, 'base64')
    app.get(path, (_request, reply) => reply.headers(headers).send(bytes))
  }
  app.post('/view', (_request, reply) => reply.send({ success: true, counted: true, reason: null }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.(url)
})
