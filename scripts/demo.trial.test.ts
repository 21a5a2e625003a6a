import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startStack } from './stack.ts'

test('a demo fills itself however long passwords have to be, and stops while it does without complaint', async () => {
  await using stack = await startStack({
    command: [process.execPath, 'apps/cli/src/main.mjs', 'demo'],
    env: { PASSWORD_MIN_LENGTH: '40' },
  })
  await expect.poll(stack.output, { timeout: 60_000 }).toContain('Published 1 of')

  expect(await stack.stop()).toBe(0)

  expect(stack.output()).not.toContain('could not be filled')
})

test('a demo purges nothing from the CDN of the site whose settings it is started with', async () => {
  const asked: (string | undefined)[] = []
  const cdn = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(cdn, 'listening')
  const { port } = cdn.address() as AddressInfo // it listens on a port
  await using stack = await startStack({
    command: [process.execPath, 'apps/cli/src/main.mjs', 'demo'],
    env: { CDN_PURGE_URL: `http://127.0.0.1:${port}`, CDN_KIND: 'varnish' },
  })

  await expect.poll(stack.output, { timeout: 60_000 }).toContain('Sign in at')
  await stack.stop()

  cdn.close()
  expect(asked).toEqual([])
})
