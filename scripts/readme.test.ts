import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { settings } from '@nightdesk/config'
import { contract, type Endpoint } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { startStack } from './stack.ts'

const run = promisify(execFile)

test('every call of the README answers with the status written behind it', async () => {
  const script = await curlScript()
  const expected = [...script.matchAll(/ # (\d{3})$/gm)].map(([, status]) => status)
  await using stack = await startStack({
    env: { ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: 'lamplight' },
  })

  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
    env: { ...process.env, SITE: stack.url },
  })

  const answered = [...stdout.matchAll(/ → (\d{3})$/gm)].map(([, status]) => status)
  expect(answered, stdout).toEqual(expected)
}, 60_000)

test.each(Object.values(contract).flatMap((feature) => Object.values<Endpoint>(feature)))(
  '$route is among them',
  async ({ route }) => {
    const [method, url = ''] = route.split(' ')

    const path = url.replace(/:\w+/g, '(\\d+|\\$[A-Z]+)')

    expect(await curlScript()).toMatch(
      new RegExp(`^call ${method} +${path}( |$)|=\\$\\(call ${method} ${path} `, 'm'),
    )
  },
)

test('the configuration lists every setting', async () => {
  const [, table = ''] = /## Configuration\n(.*?)\n\n`\/healthz/s.exec(await readme()) ?? []

  const listed = [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(
    ([, names = '']) => names.match(/[A-Z][A-Z0-9_]+/g) ?? [],
  )

  expect(listed.toSorted()).toEqual(Object.keys(settings.shape).toSorted())
})

const readme = () => readFile(new URL('../README.md', import.meta.url), 'utf8')

async function curlScript(): Promise<string> {
  return /## Every call, by curl.*?```sh\n(.*?)```/s.exec(await readme())?.[1] ?? ''
}
