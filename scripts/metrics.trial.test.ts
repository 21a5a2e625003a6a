import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../packages/storage/src/testing-port.ts'
import { type Stack, startStack } from './stack.ts'

const ROOT = join(import.meta.dirname, '..')

let stack: Stack
/** What the two servers and the worker print. */
let texts: string[]
let ports: number[]

beforeAll(async () => {
  const metricsPort = await freePort()
  stack = await startStack({
    isShared: true,
    env: { HOST: '0.0.0.0', SERVERS: '2', METRICS_PORT: String(metricsPort) },
  })
  // Every new connection may go to another server, and both have to answer a page before they print its metrics.
  ports = [0, 1, 2].map((index) => metricsPort + index)
  await vi.waitFor(async () => {
    await fetch(stack.url, { headers: { connection: 'close' } })
    texts = await Promise.all(ports.map(read))
    const answering = texts.filter((text) => text.includes('nightdesk_http_requests_total{'))
    expect(answering).toHaveLength(2)
    expect(texts[2]).not.toBe('')
  }, 60_000)
})

afterAll(() => stack[Symbol.asyncDispose]())

/** Empty until the process listens. */
const read = async (port: number) =>
  fetch(`http://127.0.0.1:${port}/metrics`)
    .then((answer) => answer.text())
    .catch(() => '')

const programsIn = (text = '') => [...new Set([...text.matchAll(/program="(\w+)"/g)].map(([, name]) => name))]

/** The names of the metrics. */
const metricsIn = (text: string) =>
  new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name))

test('each process has a port: the servers, then the worker', () => {
  expect(texts.map(programsIn)).toEqual([['server'], ['server'], ['worker']])
})

test('others who reach the site do not reach the metrics', async () => {
  // Another address of this machine.
  const elsewhere = (port: number | string) => fetch(`http://127.0.0.2:${port}/metrics`)

  expect((await elsewhere(new URL(stack.url).port)).status).toBe(404)
  for (const port of ports) await expect(elsewhere(port)).rejects.toThrow()
})

test('docs/operate.md names every metric of ours', async () => {
  const documented = (await readFile(join(ROOT, 'docs/operate.md'), 'utf8')).match(
    /(?<=`)nightdesk_\w+(?=`)/g,
  )

  const ours = [...metricsIn(texts.join('\n'))].filter((name) => name.startsWith('nightdesk_'))

  expect([...new Set(documented)].toSorted()).toEqual(ours.toSorted())
})

test('every other metric is a standard one of Node', () => {
  const others = [...metricsIn(texts.join('\n'))].filter((name) => !name.startsWith('nightdesk_'))

  expect(others.filter((name) => !/^(nodejs|process)_/.test(name))).toEqual([])
})
