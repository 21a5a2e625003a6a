import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { contract, type Endpoint } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { connect } from '../packages/db/src/client.ts'
import { makeKey } from './api.ts'
import { ADMIN, startStack } from './stack.ts'

const run = promisify(execFile)
const CALLS = join(import.meta.dirname, '../docs/calls.sh')

const account = { EMAIL: ADMIN.username, PASSWORD: ADMIN.password }

test('every call of docs/calls.sh answers with the status written before it, and again on the same site', async () => {
  await using stack = await startStack({ admin: ADMIN })
  const env = { ...process.env, SITE: stack.url, ...account }

  for (const _ of ['first', 'second']) {
    const { stdout } = await run('bash', [CALLS], { env })

    const calls = (await readFile(CALLS, 'utf8')).match(/^(call|upload) \d{3} /gm) ?? []
    expect(stdout.match(/^\d{3} [A-Z]+ \//gm)).toHaveLength(calls.length)
  }
})

test('a key of an account with a one-time code makes every call but those that need a person', async () => {
  await using stack = await startStack({ isShared: true, admin: ADMIN })
  const script = asKey(await readFile(CALLS, 'utf8'), await makeKey(stack.url))
  const { db, close } = connect(stack.database_url ?? '')
  await db.insertInto('totp_secrets').values({ user_id: 1, secret: 'a', last_step: 0 }).execute()
  await close()

  const { stdout } = await run('bash', ['-c', script], {
    env: { ...process.env, SITE: stack.url, ...account },
  })

  expect(stdout.match(/^\d{3} [A-Z]+ \//gm)).toHaveLength(
    script.match(/^(call|upload) \d{3} /gm)?.length ?? 0,
  )
  expect(stdout.match(/^403 /gm)?.length).toBeGreaterThan(50)
})

const ofPeople = Object.values(contract)
  .flatMap((feature) => Object.values<Endpoint>(feature))
  .filter(({ needsPerson, needsConfirmation }) => needsPerson || needsConfirmation)
  .map(({ route }) => new RegExp(`^${route.replace(/:\w+/g, '(\\d+|\\$[A-Z]+)')}$`))

/** The script with a key in place of every token: what needs a person answers 403, and leaves nothing to go on with. */
function asKey(script: string, key: string): string {
  const nothing = `ANSWER='{"id":999999999,"attempt":"none","token":"${key}"}'`
  return script
    .replace('\nTOKEN=\n', `\nTOKEN=${key}\n`)
    .replace(/^call 401 .*\n/gm, '') // without a token, and after a sign-out
    .replace('call 204 DELETE /admin/exports/', 'call 404 DELETE /admin/exports/') // none was made
    .replace(/^call \d{3} ([A-Z]+) (\S+).*$/gm, (line, method, path) => {
      const [plain] = path.replace(/['"]/g, '').split('?')
      const isOfPeople = ofPeople.some((route) => route.test(`${method} ${plain}`))
      return isOfPeople ? `${line.replace(/\d{3}/, '403')}\n${nothing}` : line
    })
}

test('docs/calls.sh stops at an answer with another status', async () => {
  await using stack = await startStack({ isShared: true })
  const env = { ...process.env, SITE: stack.url, EMAIL: 'nobody@example.org', PASSWORD: 'lamplight' }

  await expect(run('bash', [CALLS], { env })).rejects.toThrow('POST /admin/login: 200 was expected')
})
