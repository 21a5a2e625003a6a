import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { answer, answers, supervised } from './testing.ts'

const { directory, start, startReady } = await supervised()

test('a stop during the first start that reaches every process, as systemd sends it, is obeyed without complaint', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'nightdesk-supervisor-'))
  const { child, exited, output } = await start(['server'], { DATA_DIR: elsewhere })
  await expect
    .poll(() => readdirSync(elsewhere, { recursive: true }).join(), { interval: 10 })
    .toMatch(/partial-[^,]*\/base\/1/)

  process.kill(-child.pid!, 'SIGTERM') // set after a start

  expect(await exited).toBe(0)
  expect(output()).toBe('')
  await rm(elsewhere, { recursive: true })
})

test('the process that prepares a start ends when the site is ready, and takes no memory after that', async () => {
  const { child } = await startReady(['server'])
  const commands = () =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))

  await expect.poll(commands).toHaveLength(2)

  expect(commands().join()).not.toContain('prepare.ts')
})

test('starts a killed program again', async () => {
  const { url } = await startReady(['server'])
  const before = await answer(url)

  process.kill(before, 'SIGKILL')

  await expect.poll(() => answer(url)).not.toBe(before)
})

test('starts a killed Postgres again and leaves the programs running', async () => {
  const { url } = await startReady(['server'])
  const [server, postgres] = [await answer(url), await postmaster()]

  process.kill(postgres, 'SIGKILL')

  await expect.poll(postmaster).not.toBe(postgres)
  expect(await answer(url)).toBe(server)
})

test('stops everything when a program cannot run as configured', async () => {
  const { exited, output } = await start(['worker', 'refusing'])

  expect(await exited).toBe(1)
  expect(output()).toContain('Port 3000 is in use\nThe refusing cannot run as it is configured.\n')
  expect(existsSync(join(directory, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)
})

test('the pause before a restart doubles with each failure', async () => {
  const { output } = await start(['failing'])

  const pauses = () =>
    output()
      .match(/[\d.]+ s\./g)
      ?.slice(0, 4)
  await expect.poll(pauses).toEqual(['0.1 s.', '0.2 s.', '0.4 s.', '0.8 s.'])
})

test('a Ctrl-C that arrives twice, from the terminal and through npm, still lets work be finished', async () => {
  const { child, exited, output } = await start(['worker'])
  await expect.poll(output).toMatch(/worker \d+/)

  // Two different signals: a second SIGINT would be merged with a first that is still pending.
  child.kill('SIGINT')
  child.kill('SIGTERM')

  expect(await exited).toBe(0)
  expect(output()).toContain('worker stopped, its work done')
})

test('a second Ctrl-C does not wait for a program that does not stop', async () => {
  const { child, exited, output } = await start(['stubborn'])
  await expect.poll(output).toMatch(/stubborn \d+/)
  child.kill('SIGINT')
  await expect.poll(output).toContain('stubborn was asked')

  // Repeats until one counts as a second signal, long before the drain limit kills the program.
  const again = setInterval(() => child.kill('SIGINT'), 400)

  expect(await exited).toBe(0)
  clearInterval(again)
  expect(output()).not.toContain('stubborn is still there')
})

test('nothing outlives a supervisor that is killed', async () => {
  const { child, exited, url } = await startReady(['server'])
  const [server, postgres] = [await answer(url), await postmaster()]

  child.kill('SIGKILL')
  await exited

  await expect.poll(() => [server, postgres].filter(isRunning)).toEqual([])
})

test('a second supervisor on the same data is refused', async () => {
  const { url } = await startReady(['server'])
  const second = await start(['server'])

  expect(await second.exited).toBe(1)
  expect(second.output()).toMatch(/^Nightdesk cannot run: Another Nightdesk is running on .*\n$/)
  expect(await answer(url)).toBeGreaterThan(0)
})

test('a taken port of the metrics is named as the reason', async () => {
  const { url } = await startReady(['server'])
  const DATABASE_URL = `postgresql://nightdesk@/nightdesk?host=${join(directory, 'postgres')}`
  const { exited, output } = await start(['server'], { DATABASE_URL, METRICS_PORT: new URL(url).port })

  expect(await exited).toBe(1)
  expect(output()).toMatch(
    `Nightdesk cannot run: ${url} is not free, set METRICS_PORT or METRICS_HOST to another: `,
  )
})

test('as many servers as the settings say listen on one port, and each is restarted alone', async () => {
  const { url } = await startReady(['server'], { SERVERS: '2' })
  await expect.poll(() => answers(url)).toHaveLength(2)
  const [killed = 0, other = 0] = await answers(url)

  process.kill(killed, 'SIGKILL')

  await expect.poll(() => answers(url)).not.toContain(killed)
  await expect.poll(() => answers(url)).toHaveLength(2)
  expect(await answers(url)).toContain(other)
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

const postmaster = async () =>
  Number((await readFile(join(directory, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0])

/** A zombie has no command line. */
const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
