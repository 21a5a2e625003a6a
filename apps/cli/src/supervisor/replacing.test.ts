import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { answer, answers, supervised } from './testing.ts'

const { startReady } = await supervised()

test('as many servers as the settings say listen on one port, and each is restarted alone', async () => {
  const { url } = await startReady(['server'], { SERVERS: '2' })
  await expect.poll(() => answers(url)).toHaveLength(2)
  const [killed = 0, other = 0] = await answers(url)

  process.kill(killed, 'SIGKILL')

  await expect.poll(() => answers(url)).not.toContain(killed)
  await expect.poll(() => answers(url)).toHaveLength(2)
  expect(await answers(url)).toContain(other)
})

test('SIGHUP replaces every process by a new one, and stops the old one when that is ready', async () => {
  const { child, output, url } = await startReady(['server', 'worker'], { SERVERS: '2' })
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
})

test('a process that ended and is replaced before it is started again runs once', async () => {
  const { child, output, url } = await startReady(['server'])
  // The pause before the next start doubles with each end.
  for (const pause of ['0.1', '0.2', '0.4', '0.8']) {
    process.kill(await answer(url), 'SIGKILL')
    await expect.poll(output).toContain(`it is started again in ${pause} s.`)
    if (pause !== '0.8') await expect.poll(() => answer(url).catch(() => null)).toBeGreaterThan(0)
  }

  child.kill('SIGHUP')

  await expect.poll(output, { timeout: 20_000 }).toContain('All processes are replaced')
  await delay(1_000)
  expect(await answers(url)).toHaveLength(1)
})

test('a new process that does not start leaves the old ones alone', async () => {
  const { child, output, url } = await startReady(['server', 'worker', 'failing'])
  const before = await answers(url)
  child.kill('SIGHUP')

  await expect.poll(output, { timeout: 20_000 }).toContain('The new failing did not start.')

  expect(await answers(url)).not.toEqual(before)
  expect(output()).not.toContain('All processes are replaced')
})
