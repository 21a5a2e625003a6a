import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sharedBuffers, startEmbedded } from './start.ts'
import { claim, holdEmbedded, pathWithoutSetpriv, query } from './testing.ts'

let template: string
let root: string
let directory: string
const spawned: ChildProcess[] = []

beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'nightdesk-template-'))
  await (await startEmbedded(template)).stop()
})

afterAll(() => rm(template, { recursive: true }))

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'nightdesk-embedded-'))
  // Postgres may run as nobody, who needs access to the parent directory.
  await chmod(root, 0o755)
  directory = join(root, 'postgres')
})

afterEach(async () => {
  for (const child of spawned.splice(0)) child.kill('SIGKILL')
  await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

test('the first start creates a database that only its owner can reach, through a socket', async () => {
  await using postgres = await startEmbedded(directory)

  const [row] = await query(
    postgres.url,
    `select current_user as user, current_database() as database,
      current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
      current_setting('data_checksums') as checksums, current_setting('max_connections') as connections`,
  )
  expect(row).toEqual({
    user: 'nightdesk_runtime',
    database: 'nightdesk',
    addresses: '',
    fsync: 'on',
    checksums: 'on',
    connections: '60',
  })
  expect((await stat(directory)).mode & 0o777).toBe(0o700)
})

test('a restart keeps the data and the address', async () => {
  await useTemplate()
  const first = await startEmbedded(directory)
  await query(first.owner_url, `create table stories as select 'The Lamp' as title`)
  await first.stop()

  await using second = await startEmbedded(directory)

  expect(second.url).toBe(first.url)
  expect(await query(second.owner_url, 'select * from stories')).toEqual([{ title: 'The Lamp' }])
})

test('what was committed survives kill -9 of Postgres', async () => {
  await useTemplate()
  const first = await startEmbedded(directory)
  await query(first.owner_url, `create table stories as select 'The Lamp' as title`)
  process.kill(first.pid, 'SIGKILL')
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' })

  await using second = await startEmbedded(directory)

  expect(await query(second.owner_url, 'select * from stories')).toEqual([{ title: 'The Lamp' }])
})

test('a pid file that names a process of someone else does not block the start', async () => {
  await useTemplate()
  await claim(directory, process.pid)

  await using postgres = await startEmbedded(directory)

  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a pid file that names a zombie does not block the start', async () => {
  await useTemplate()
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'])
  spawned.push(parent)
  const [zombie] = await once(parent.stdout, 'data')
  await claim(directory, Number(zombie))

  await using postgres = await startEmbedded(directory)

  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a Postgres whose supervisor was killed is replaced by the next start', async () => {
  await useTemplate()
  const { child, owner_url } = await hold()
  await query(owner_url, `create table stories as select 'The Lamp' as title`)
  child.kill('SIGKILL')

  await using postgres = await startEmbedded(directory)

  expect(await query(postgres.owner_url, 'select * from stories')).toEqual([{ title: 'The Lamp' }])
})

test('an orphan that does not notice the death of its supervisor is stopped', async () => {
  await useTemplate()
  const { child, pid } = await hold({ PATH: await pathWithoutSetpriv(root) })
  child.kill('SIGKILL')
  await once(child, 'exit')
  await sleep(300)
  expect(process.kill(pid, 0)).toBe(true)

  await using postgres = await startEmbedded(directory)

  expect(postgres.pid).not.toBe(pid)
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a second process on the same directory is refused and the first goes on', async () => {
  await useTemplate()
  const { url } = await hold()

  await expect(startEmbedded(directory)).rejects.toThrow(/^Another Nightdesk is running on .*DATA_DIR/)

  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('when two processes start at the same moment, one succeeds', async () => {
  const starts = await Promise.allSettled([startEmbedded(directory), startEmbedded(directory)])

  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  for (const start of starts) if (start.status === 'fulfilled') await start.value.stop()
})

test('a first start that was killed half way leaves nothing that looks like a database', async () => {
  const child = spawnHold()
  await expect
    .poll(() => readdir(directory), { interval: 10 })
    .toContainEqual(expect.stringMatching('partial'))
  child.kill('SIGKILL')

  await using postgres = await startEmbedded(directory)

  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await readdir(directory)).not.toContainEqual(expect.stringMatching('partial'))
})

test('with a path that is too long, the socket is elsewhere, always in the same directory', async () => {
  directory = join(root, 'a'.repeat(110))
  await useTemplate()
  const first = await startEmbedded(directory)
  await first.stop()

  await using second = await startEmbedded(directory)

  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  const socket = new URLSearchParams(second.url.split('?')[1]).get('host') ?? ''
  expect((await stat(socket)).mode & 0o777).toBe(0o700)
  await second.stop()
  await rm(socket, { recursive: true })
})

test('stopping ends open transactions and leaves a clean shutdown', async () => {
  await useTemplate()
  const log: string[] = []
  const postgres = await startEmbedded(directory, { onLog: (line) => log.push(line) })
  const client = new pg.Client(postgres.url)
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')

  await postgres.stop()

  expect(await postgres.exited).toEqual({ code: 0, signal: null })
  await expect(query(postgres.url, 'select 1')).rejects.toThrow(/ENOENT/)
  expect(log.at(-1)).toContain('database system is shut down')
})

test('a Postgres that does not stop is killed', async () => {
  await useTemplate()
  const postgres = await startEmbedded(directory)
  process.kill(postgres.pid, 'SIGSTOP')

  await postgres.stop(100)

  expect(await postgres.exited).toEqual({ code: null, signal: 'SIGKILL' })
})

test('a clock that is set while Postgres starts, as after a boot, does not end the start', async () => {
  await useTemplate()
  vi.useFakeTimers({ toFake: ['Date'] })
  const setting = setInterval(() => vi.setSystemTime(Date.now() + 3_600_000), 1)
  onTestFinished(() => {
    clearInterval(setting)
    vi.useRealTimers()
  })

  await using postgres = await startEmbedded(directory)

  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a Postgres that cannot start says why', async () => {
  await useTemplate()
  await writeFile(join(directory, 'cluster', 'postgresql.conf'), 'nonsense')

  await expect(startEmbedded(directory)).rejects.toThrow(/did not start:[\s\S]*syntax error/)
})

/** A directory that an earlier run has used. */
const useTemplate = () => cp(template, directory, { recursive: true })

function spawnHold(env?: NodeJS.ProcessEnv) {
  const child = holdEmbedded(directory, env)
  spawned.push(child)
  return child
}

/** A Postgres that another process started. */
interface Held {
  child: ChildProcess
  url: string
  owner_url: string
  pid: number
}

async function hold(env?: NodeJS.ProcessEnv): Promise<Held> {
  const child = spawnHold(env)
  const [data] = await once(child.stdout, 'data')
  return { child, ...JSON.parse(String(data)) }
}

const GIGABYTE = 1024 ** 3

test.each([
  [0.5 * GIGABYTE, '64MB'],
  [2 * GIGABYTE, '128MB'],
  [64 * GIGABYTE, '512MB'],
])('of %i bytes of memory, Postgres may use %s for pages', (memory, share) => {
  expect(sharedBuffers(memory)).toBe(share)
})

test('a machine without limits has a share', () => {
  expect(sharedBuffers()).toMatch(/^\d{2,3}MB$/)
})
