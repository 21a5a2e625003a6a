import Fastify from 'fastify'

// The baseline: only Fastify. Receives its responses over the IPC channel, and listens on any free port.

interface Answer {
  method: string
  path: string
  status: number
  headers: Record<string, string>
  /** Base64. */
  body: string
}

const app = Fastify({ maxRequestsPerSocket: 1_000 })

process.once('message', async (answers: Answer[]) => {
  for (const { method, path, status, headers, body } of answers) {
    const bytes = body === '' ? undefined : Buffer.from(body, 'base64')
    app.route({
      method,
      url: path,
      handler: (_request, reply) => reply.code(status).headers(headers).send(bytes),
    })
  }
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.(url)
})
