import { expect, test } from 'vitest'
import { startStack } from './stack.ts'

test('a demo fills itself however long passwords have to be, and stops while it does without complaint', async () => {
  await using stack = await startStack({
    command: [process.execPath, 'apps/cli/src/main.ts', 'demo'],
    env: { PASSWORD_MIN_LENGTH: '40' },
  })
  await expect.poll(stack.output, { timeout: 60_000 }).toContain('Published 1 of')

  expect(await stack.stop()).toBe(0)

  expect(stack.output()).not.toContain('could not be filled')
}, 120_000)
