import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chooseAccount, ENVIRONMENT } from '../../packages/db/src/embedded/cluster.ts'
import { freePort } from '../../packages/storage/src/testing-port.ts'
import { until } from '../until.ts'

const run = promisify(execFile)
/** Each version has a folder here. */
const INSTALLED = '/usr/lib/postgresql'
const START_LIMIT = 60_000

/** Why Debian’s Postgres cannot be started here, or null. The package is `postgresql`. */
export async function missingPostgres(): Promise<string | null> {
  const versions = await readdir(INSTALLED).catch(() => []) // nothing is installed there
  return versions.length > 0 ? null : 'Postgres is not installed: apt-get install postgresql'
}

interface Options {
  home: string
  port?: number
  password?: string
}

/** Starts a new Postgres of Debian on a port of 127.0.0.1, with the superuser `postgres`. */
export async function startDebianPostgres({ home, port: given, password = 'only-here' }: Options) {
  const port = given ?? (await freePort())
  const version = (await readdir(INSTALLED)).toSorted((a, b) => Number(b) - Number(a))[0] ?? ''
  const program = (name: string) => join(INSTALLED, version, 'bin', name)
  await mkdir(home)
  await writeFile(join(home, 'password'), password)
  const { prefix, ids } = chooseAccount(home)
  const options = { ...ids, env: ENVIRONMENT }
  const cluster = join(home, 'cluster')
  const [initdb = '', ...before] = [...prefix, program('initdb')]
  const how = ['--auth=scram-sha-256', `--pwfile=${join(home, 'password')}`, '--encoding=UTF8', '--no-sync']
  await run(initdb, [...before, '--username=postgres', ...how, cluster], options)
  const [postgres = '', ...args] = [...prefix, program('postgres'), '-D', cluster, '-p', String(port)]
  const child = spawn(postgres, [...args, '-c', 'listen_addresses=127.0.0.1', '-k', home], {
    ...options,
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  const isReady = () =>
    run(program('pg_isready'), ['--host=127.0.0.1', `--port=${port}`]).then(
      () => true,
      () => false, // not yet
    )
  await until('Postgres is ready', START_LIMIT, isReady)
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT')
      await exited
    },
  }
}
