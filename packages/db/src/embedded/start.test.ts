import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { borrowEmbedded, lockDirectory, POSTGRES_MAJOR, sharedBuffers, startEmbedded } from './start.ts'
import { embeddedDirectories, query } from './testing.ts'

const { place, useTemplate, hold } = await embeddedDirectories()

test('the first start creates a database of the version that is named, which only its owner can reach, through a socket', async () => {
  await using postgres = await startEmbedded(place.directory)

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
  expect((await stat(place.directory)).mode & 0o777).toBe(0o700)
  const version = await readFile(join(place.directory, 'cluster', 'PG_VERSION'), 'utf8')
  expect(version).toBe(`${POSTGRES_MAJOR}\n`)
})

test('a directory may have a comma and quotes in its name', async () => {
  await using postgres = await startEmbedded(join(place.root, `Ada’s, “Grace's" lamp`))

  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a restart keeps the data and the address', async () => {
  await useTemplate()
  const first = await startEmbedded(place.directory)
  await query(first.owner_url, `create table stories as select 'The Lamp' as title`)
  await first.stop()

  await using second = await startEmbedded(place.directory)

  expect(second.url).toBe(first.url)
  expect(await query(second.owner_url, 'select * from stories')).toEqual([{ title: 'The Lamp' }])
})

test('a second process on the same directory is refused and the first goes on', async () => {
  await useTemplate()
  const { url } = await hold()

  await expect(startEmbedded(place.directory)).rejects.toThrow(/^Another Nightdesk is running on .*DATA_DIR/)

  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a lock writes nothing, so that on a full disk Postgres says what is wrong', async () => {
  const lock = await lockDirectory(place.root)

  const { size } = await stat(join(place.root, 'lock'))
  expect([await readdir(place.root), size]).toEqual([['lock'], 0])
  lock.release()
})

test('stopping ends open transactions and leaves a clean shutdown', async () => {
  await useTemplate()
  const log: string[] = []
  const postgres = await startEmbedded(place.directory, { onLog: (line) => log.push(line) })
  const client = new pg.Client(postgres.url)
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')

  await postgres.stop()

  expect(await postgres.exited).toEqual({ code: 0, signal: null })
  await expect(query(postgres.url, 'select 1')).rejects.toThrow(/ENOENT/)
  expect(log.at(-1)).toContain('database system is shut down')
})

test('a Postgres that cannot start says why', async () => {
  await useTemplate()
  await writeFile(join(place.directory, 'cluster', 'postgresql.conf'), 'nonsense')

  await expect(startEmbedded(place.directory)).rejects.toThrow(/did not start:[\s\S]*syntax error/)
})

test('a short task uses the Postgres of a running site and leaves it running', async () => {
  await useTemplate()
  await using running = await startEmbedded(place.directory)

  const borrowed = await borrowEmbedded(place.directory)
  await borrowed[Symbol.asyncDispose]()

  expect(borrowed.url).toBe(running.url)
  expect(await query(running.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a short task starts Postgres where none runs, and stops it', async () => {
  await useTemplate()
  const borrowed = await borrowEmbedded(place.directory)
  expect(await query(borrowed.url, 'select 1 as one')).toEqual([{ one: 1 }])

  await borrowed[Symbol.asyncDispose]()

  await expect(query(borrowed.url, 'select 1')).rejects.toThrow(/ENOENT/)
})

test('a short task that ends first leaves its Postgres to another one, and stops it after that', async () => {
  await useTemplate()
  const first = await borrowEmbedded(place.directory)
  const second = await borrowEmbedded(place.directory)

  const stopped = first[Symbol.asyncDispose]()
  // Postgres would end this connection.
  await query(second.url, 'select pg_sleep(0.3)')
  await second[Symbol.asyncDispose]()
  await stopped

  await expect(query(first.url, 'select 1')).rejects.toThrow(/ENOENT/)
})

test('of two short tasks that begin at once, one starts Postgres for both', async () => {
  await useTemplate()

  const both = await Promise.all([borrowEmbedded(place.directory), borrowEmbedded(place.directory)])
  for (const { url } of both) expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])

  await Promise.all(both.map((task) => task[Symbol.asyncDispose]()))
})

test('a short task starts Postgres when the process that it waited for has ended', async () => {
  await useTemplate()
  const lock = await lockDirectory(place.directory)
  setTimeout(lock.release, 200)

  await using borrowed = await borrowEmbedded(place.directory)

  expect(await query(borrowed.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

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
