import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createLog } from '../log.ts'
import { as, createPublished, createUser, dependencies } from '../testing.ts'
import { builtWeb } from './web.ts'

const READERS = 500

const web = await builtWeb()
const server = await web.server()
const renders: string[] = []
/** Called once each time that a page is rendered, before it is. */
let onRender = async () => {}
const renderPage: typeof server.renderPage = async (url, options) => {
  renders.push(url)
  await onRender()
  return server.renderPage(url, options)
}
const counting = { ...web, server: async () => ({ ...server, renderPage }) }
const app = await createApp({ dependencies, web: counting, log: createLog('silent') })
afterAll(() => app.close())
const url = await app.listen({ port: 0, host: '127.0.0.1' })

const editor = await createUser()
const { id } = await createPublished(editor)
const agent = new Agent({ keepAlive: true, maxSockets: READERS })
afterAll(() => agent.destroy())

beforeEach(() => {
  renders.length = 0
  onRender = async () => {}
  dependencies.pages.drop('everything')
})

/** Over a real connection; of the same client, as one that came before has left it. */
function read(path: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  get(url + path, { agent, headers: { accept: 'text/html' } }, (response) => {
    text(response).then((body) => resolve(`${response.statusCode} ${body}`), reject)
  }).on('error', reject)
  return promise
}

const readers = () => Promise.all(Array.from({ length: READERS }, () => read(`/post/${id}`)))

/** Waits until every other reader has arrived. */
const untilAllWait = async () => {
  while (connections() < READERS) await new Promise((resolve) => setTimeout(resolve, 5))
}
const connections = () => Object.values(agent.sockets).flat().length

test('500 readers who wait for one uncached page cause one render', async () => {
  onRender = untilAllWait

  const answers = await readers()

  expect(new Set(answers.map((answer) => answer.slice(0, 3)))).toEqual(new Set(['200']))
  expect(new Set(answers).size).toBe(1)
  expect(renders).toEqual([`/post/${id}`])
})

test('when it changes while they wait, it is rendered once more, for later readers', async () => {
  onRender = async () => {
    onRender = async () => {}
    await untilAllWait()
    await as(editor).articles.update({ id, title: 'Changed in the middle' })
  }

  const answers = await readers()
  const later = await readers()

  expect(renders.length).toBeLessThanOrEqual(2)
  expect(answers.every((answer) => answer.startsWith('200'))).toBe(true)
  expect(later.every((answer) => answer.includes('Changed in the middle'))).toBe(true)
  expect(renders.length).toBe(2)
})

test('under steady reading each change costs one render of the page, besides one in progress', async () => {
  const changes = 10
  let isOver = false
  const reading = Array.from({ length: 50 }, async () => {
    while (!isOver) await read('/')
  })

  for (let change = 0; change < changes; change++)
    await as(editor).articles.update({ id, title: `No. ${change}` })
  isOver = true
  await Promise.all(reading)

  expect(renders.length).toBeLessThanOrEqual(2 * changes + 1)
  expect(await read('/')).toContain(`No. ${changes - 1}`)
})
