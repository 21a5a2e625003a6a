import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findBinaries } from './cluster.ts'
import { startEmbedded } from './start.ts'
import { claim, embeddedDirectories, pathWithoutSetpriv, query } from './testing.ts'

const { place, useTemplate, hold, spawnHold } = await embeddedDirectories()

test('what was committed survives kill -9 of Postgres', async () => {
  await useTemplate()
  const first = await startEmbedded(place.directory)
  await query(first.owner_url, `create table stories as select 'The Lamp' as title`)
  process.kill(first.pid, 'SIGKILL')
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' })

  await using second = await startEmbedded(place.directory)

  expect(await query(second.owner_url, 'select * from stories')).toEqual([{ title: 'The Lamp' }])
})

test('a pid file that names a process of someone else does not block the start', async () => {
  await useTemplate()
  await claim(place.directory, process.pid)

  await using postgres = await startEmbedded(place.directory)

  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a pid file that names a zombie does not block the start', async () => {
  await useTemplate()
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'])
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [zombie] = await once(parent.stdout, 'data')
  await claim(place.directory, Number(zombie))

  await using postgres = await startEmbedded(place.directory)

  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a Postgres whose supervisor was killed is replaced by the next start', async () => {
  await useTemplate()
  const { child, owner_url } = await hold()
  await query(owner_url, `create table stories as select 'The Lamp' as title`)
  child.kill('SIGKILL')

  await using postgres = await startEmbedded(place.directory)

  expect(await query(postgres.owner_url, 'select * from stories')).toEqual([{ title: 'The Lamp' }])
})

test('an orphan that does not notice the death of its supervisor is stopped', async () => {
  await useTemplate()
  const { child, pid } = await hold({ PATH: await pathWithoutSetpriv(place.root) })
  child.kill('SIGKILL')
  await once(child, 'exit')
  await sleep(300)
  expect(process.kill(pid, 0)).toBe(true)

  await using postgres = await startEmbedded(place.directory)

  expect(postgres.pid).not.toBe(pid)
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('when two processes start at the same moment, one succeeds', async () => {
  const starts = await Promise.allSettled([startEmbedded(place.directory), startEmbedded(place.directory)])

  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  for (const start of starts) if (start.status === 'fulfilled') await start.value.stop()
})

test('a first start that was killed half way leaves nothing that looks like a database', async () => {
  const child = spawnHold()
  await expect
    .poll(() => readdir(place.directory), { interval: 10 })
    .toContainEqual(expect.stringMatching('partial'))
  child.kill('SIGKILL')

  await using postgres = await startEmbedded(place.directory)

  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await readdir(place.directory)).not.toContainEqual(expect.stringMatching('partial'))
})

test('with a path that is too long, the socket is elsewhere, always in the same directory', async () => {
  place.directory = join(place.root, 'a'.repeat(110))
  await useTemplate()
  const first = await startEmbedded(place.directory)
  await first.stop()

  await using second = await startEmbedded(place.directory)

  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  const socket = new URLSearchParams(second.url.split('?')[1]).get('host') ?? ''
  expect((await stat(socket)).mode & 0o777).toBe(0o700)
  await second.stop()
  await rm(socket, { recursive: true })
})

test('a Postgres that does not stop is killed', async () => {
  await useTemplate()
  const postgres = await startEmbedded(place.directory)
  process.kill(postgres.pid, 'SIGSTOP')

  await postgres.stop(100)

  expect(await postgres.exited).toEqual({ code: null, signal: 'SIGKILL' })
})

test('a Postgres that recovers for long, and says so, is not stopped', async () => {
  await useTemplate()
  const binaries = await findBinaries()
  const postgres = `${place.directory}-recovering`
  const recover = 'for i in $(seq 1 20); do echo "LOG:  redo in progress" >&2; sleep 0.5; done'
  await writeFile(postgres, `#!/bin/sh\n${recover}\nexec '${binaries.postgres}' "$@"\n`, { mode: 0o755 })

  await using recovered = await startEmbedded(place.directory, {
    binaries: { ...binaries, postgres },
    startLimit: 7_000,
  })

  expect(await query(recovered.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a clock that is set while Postgres starts, as after a boot, does not end the start', async () => {
  await useTemplate()
  vi.useFakeTimers({ toFake: ['Date'] })
  const setting = setInterval(() => vi.setSystemTime(Date.now() + 3_600_000), 1)
  onTestFinished(() => {
    clearInterval(setting)
    vi.useRealTimers()
  })

  await using postgres = await startEmbedded(place.directory)

  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})
