import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { answers, supervised } from './testing.ts'

const { directory, start, startReady } = await supervised()

test('says once that the site is ready, replaces every process on SIGHUP when the new one is ready, and stops on SIGTERM, Postgres last', async () => {
  const { child, exited, output, url } = await startReady(['server', 'worker'], { SERVERS: '2' })
  await expect.poll(() => answers(url)).toHaveLength(2)
  await expect.poll(output).toMatch(/worker \d+/)
  const before = await answers(url)

  child.kill('SIGHUP')

  await expect.poll(output, { timeout: 20_000 }).toContain('All processes are replaced')
  const after = await answers(url)
  expect(after).toHaveLength(2)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
  expect(output().match(/worker \d+/g)).toHaveLength(2)
  expect(output()).toContain('server stopped by SIGINT')
  expect(output()).not.toContain('server stopped by SIGTERM')

  child.kill('SIGTERM')

  expect(await exited).toBe(0)
  expect(output().match(/Nightdesk is ready at .*/g)).toEqual([`Nightdesk is ready at ${url}`])
  expect(output().match(/server stopped/g)).toHaveLength(4)
  expect(output().match(/worker stopped, its work done/g)).toHaveLength(2)
  expect(existsSync(join(directory, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)
})

test('a taken port is named as the reason, even if a site answers there', async () => {
  const { url } = await startReady(['server'])
  const DATABASE_URL = `postgresql://nightdesk@/nightdesk?host=${join(directory, 'postgres')}`
  const { exited, output } = await start(['server'], { DATABASE_URL, PORT: new URL(url).port })

  expect(await exited).toBe(1)
  expect(output()).toMatch(`Nightdesk cannot run: ${url} is not free, set PORT or HOST to another: `)
  expect(output()).not.toContain('is ready')
})

test('a data directory that cannot be used is named as the reason', async () => {
  const file = fileURLToPath(import.meta.url)
  const { exited, output } = await start(['server'], { DATA_DIR: file })

  expect(await exited).toBe(1)
  expect(output()).toMatch(
    `Nightdesk cannot run: ${file}/postgres cannot be used, set DATA_DIR to a directory that`,
  )
})

test('a database that cannot be reached is named as the reason', async () => {
  const { exited, output } = await start(['server'], {
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing',
  })

  expect(await exited).toBe(1)
  expect(output()).toBe(
    'Nightdesk cannot run: The database cannot be used: connect ECONNREFUSED 127.0.0.1:1\n',
  )
})
