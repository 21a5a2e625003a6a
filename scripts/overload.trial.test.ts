import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOO_BUSY } from '../packages/contracts/src/index.ts'
import { connect } from '../packages/db/src/index.ts'
import { freePort } from '../packages/storage/src/testing-port.ts'
import { signIn } from './api.ts'
import { ADMIN, type Stack, startStack } from './stack.ts'

/** More than run at once and wait. */
const CROWD = 200
const PAGE = { headers: { accept: 'text/html' } }

let stack: Stack
let metrics: string

beforeAll(async () => {
  const port = await freePort()
  metrics = `http://127.0.0.1:${port}/metrics`
  stack = await startStack({ isShared: true, admin: ADMIN, env: { METRICS_PORT: String(port) } })
})

afterAll(() => stack[Symbol.asyncDispose]())

/** Makes every new page wait for the database. */
async function blockPages() {
  const { pool, close } = connect(stack.database_url ?? '', { max: 1 })
  const client = await pool.connect()
  await client.query('begin; lock table articles in access exclusive mode')
  return {
    async [Symbol.asyncDispose]() {
      await client.query('rollback')
      client.release()
      await close()
    },
  }
}

async function ask(path: string, init: RequestInit = PAGE) {
  const answer = await fetch(stack.url + path, init)
  return { status: answer.status, retry_after: answer.headers.get('retry-after'), text: await answer.text() }
}

async function shedCount() {
  const text = await (await fetch(metrics)).text()
  return Number(/^nightdesk_shed_requests_total\{.*reason="queue".*\} (\d+)$/m.exec(text)?.[1])
}

test('a server with too many readers refuses some, answers what it has, and recovers', async () => {
  const { headers } = await signIn(stack.url)
  await ask('/')
  expect(await shedCount()).toBe(0)
  const answers: Awaited<ReturnType<typeof ask>>[] = []
  let asking: Promise<unknown>
  {
    await using _blocked = await blockPages()
    asking = Promise.all(
      Array.from({ length: CROWD }, async (_, reader) => answers.push(await ask(`/tag/unknown-${reader}`))),
    )
    const refused = () => answers.find(({ text }) => text.includes(TOO_BUSY))
    await expect.poll(refused, { timeout: 120_000 }).toMatchObject({ status: 503, retry_after: '2' })

    expect((await ask('/')).status).toBe(200)
    expect((await ask('/healthz')).status).toBe(200)
    expect((await ask('/admin/profile', { headers })).status).toBe(200)
    expect(await shedCount()).toBeGreaterThan(0)
  }
  await asking
  expect((await ask('/tag/unknown-at-last')).status).toBe(404)
})
