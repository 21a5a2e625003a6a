import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { settings } from '@nightdesk/config'
import { contract, type Endpoint, recordView } from '@nightdesk/contracts'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const CALLS = `${ROOT}docs/calls.sh`
const MOST_LINES = 120

const endpoints = Object.values(contract).flatMap((feature) => Object.values<Endpoint>(feature))

test.each([...endpoints, recordView])('$route is in docs/calls.sh', async ({ route }) => {
  const [method, url = ''] = route.split(' ')

  const path = url.replace(/:\w+/g, '(\\d+|\\$[A-Z]+)')

  expect(await read(CALLS)).toMatch(new RegExp(`^call \\d{3} ${method} ["']?${path}(["'? ]|$)`, 'm'))
})

test('docs/settings.md lists every setting', async () => {
  const table = await read(`${ROOT}docs/settings.md`)

  const listed = [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(
    ([, names = '']) => names.match(/[A-Z][A-Z0-9_]+/g) ?? [],
  )

  expect(listed.toSorted()).toEqual(Object.keys(settings.shape).toSorted())
})

test('the settings of the README are settings, and it has no more than 120 lines', async () => {
  const readme = await read(`${ROOT}README.md`)
  const [, table = ''] = /## Settings\n(.*?)\n## /s.exec(readme) ?? []

  const named = [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(
    ([, names = '']) => names.match(/[A-Z][A-Z0-9_]+/g) ?? [],
  )

  expect(named.length).toBeGreaterThan(0)
  expect(Object.keys(settings.shape)).toEqual(expect.arrayContaining(named))
  expect(readme.split('\n').length - 1).toBeLessThanOrEqual(MOST_LINES)
})

const read = (path: string) => readFile(path, 'utf8')
