import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('a server without a database says what is missing, and that starting again will not help', async () => {
  const script = fileURLToPath(new URL('./main.ts', import.meta.url))
  const server = spawn(process.execPath, [script], {
    env: { ...process.env, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })

  const [stderr, [code]] = await Promise.all([text(server.stderr), once(server, 'exit')])

  expect(stderr).toContain('DATABASE_URL must be set')
  expect(code).toBe(78)
})
