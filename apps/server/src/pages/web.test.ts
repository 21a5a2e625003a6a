import { afterAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createLog } from '../log.ts'
import { dependencies } from '../testing.ts'
import { sourceWeb } from './web.ts'

const app = await createApp({ dependencies, web: await sourceWeb(), log: createLog('silent') })
afterAll(() => app.close())
const accept = 'text/html'

test('in development a page and the sources it loads come from one port', async () => {
  const page = await app.inject({ url: '/', headers: { accept } })
  const script = /src="(\/src\/[^"]+)"/.exec(page.body)?.[1] ?? 'none'

  const source = await app.inject({ url: script })

  expect([page.statusCode, source.statusCode]).toEqual([200, 200])
  expect(source.headers['content-type']).toContain('javascript')
})

test('in development what is neither page nor source is the not-found page', async () => {
  const { statusCode, body } = await app.inject({ url: '/nowhere', headers: { accept } })

  expect(statusCode).toBe(404)
  expect(body).toContain('Go back to Home')
})
