import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startStack } from './stack.ts'

const run = promisify(execFile)
const CALLS = join(import.meta.dirname, '../docs/calls.sh')

test('every call of docs/calls.sh answers with the status written before it, and again on the same site', async () => {
  await using stack = await startStack({
    env: { ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: 'lamplight' },
  })
  const env = { ...process.env, SITE: stack.url, EMAIL: 'ada@example.org', PASSWORD: 'lamplight' }

  for (const _ of ['first', 'second']) {
    const { stdout } = await run('bash', [CALLS], { env })

    const calls = (await readFile(CALLS, 'utf8')).match(/^(call|upload) \d{3} /gm) ?? []
    expect(stdout.match(/^\d{3} [A-Z]+ \//gm)).toHaveLength(calls.length)
  }
}, 120_000)

test('docs/calls.sh stops at an answer with another status', async () => {
  await using stack = await startStack({ isShared: true })
  const env = { ...process.env, SITE: stack.url, EMAIL: 'nobody@example.org', PASSWORD: 'lamplight' }

  await expect(run('bash', [CALLS], { env })).rejects.toThrow('POST /admin/login: 200 was expected')
}, 120_000)
