import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { chooseAccount, ENVIRONMENT } from './embedded/cluster.ts'

const CONFIGURATION = new URL('../../../deploy/pgbouncer/pgbouncer.ini', import.meta.url)
const START_TIMEOUT_MS = 30_000

/** A PgBouncer in transaction mode, with the configuration of `deploy/`. */
export interface PgBouncer extends AsyncDisposable {
  /** The address through it. */
  url: string
  /** Sends SIGKILL, and waits for the exit. */
  kill(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
}

/** Why none can be started here, or null. `.ci/run` installs the package. */
export function missingPgBouncer(): string | null {
  const { error } = spawnSync(PROGRAM, ['--version'], { env })
  return error ? 'PgBouncer is not installed: apt-get install pgbouncer' : null
}

/**
 * @param url of one role and database, without PgBouncer
 * @param connections of Postgres. Default: fewer than there are clients, so that they are shared.
 */
export async function startPgBouncer(url: string, connections = 4): Promise<PgBouncer> {
  const home = await mkdtemp(join(tmpdir(), 'nightdesk-pgbouncer-'))
  const { prefix, ids } = chooseAccount(home)
  const [command = PROGRAM, ...args] = [
    ...prefix,
    PROGRAM,
    '--quiet',
    await configure(home, url, connections),
  ]
  const start = async () => {
    const child = spawn(command, args, { ...ids, env, stdio: ['ignore', 'ignore', 'pipe'] })
    await untilListening(child, join(home, SOCKET))
    return child
  }
  let running = await start()
  const kill = async () => {
    running.kill('SIGKILL')
    if (running.exitCode === null && running.signalCode === null) await once(running, 'exit')
  }
  const { user = '', database = '' } = new pg.Client(url)
  return {
    url: `postgresql://${user}@/${database}?host=${encodeURIComponent(home)}&port=6432`,
    kill,
    async start() {
      running = await start()
    },
    async [Symbol.asyncDispose]() {
      await kill()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Writes the configuration of `deploy/`, changed where this machine differs. @returns the file */
async function configure(home: string, url: string, connections: number): Promise<string> {
  const { user = '', password, database = '', host, port } = new pg.Client(url)
  const users = join(home, 'users.txt')
  await writeFile(users, `"${user}" "${password ?? ''}"\n`)
  const changes: [RegExp, string][] = [
    [/^nightdesk = .*$/m, `${database} = host=${host} port=${port}`],
    [/^listen_addr = .*$/m, 'listen_addr ='],
    [/^unix_socket_dir =$/m, `unix_socket_dir = ${home}`],
    // Clients are local; Postgres asks for the password of the file, if it asks for one.
    [/^auth_type = .*$/m, 'auth_type = trust'],
    [/^auth_file = .*$/m, `auth_file = ${users}`],
    [/^default_pool_size = .*$/m, `default_pool_size = ${connections}`],
  ]
  const shipped = await readFile(CONFIGURATION, 'utf8')
  const file = join(home, 'pgbouncer.ini')
  await writeFile(
    file,
    changes.reduce((text, [line, replacement]) => text.replace(line, replacement), shipped),
  )
  return file
}

/** @throws what it printed when it ends first */
async function untilListening(child: ChildProcessByStdio<null, null, Readable>, socket: string) {
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!(await isListening(socket))) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`PgBouncer did not start:\n${log}`)
    await delay(25)
  }
}

/** A killed process leaves its socket behind, so a connection is tried. */
async function isListening(socket: string): Promise<boolean> {
  const connection = connect(socket)
  try {
    await once(connection, 'connect')
    return true
  } catch {
    return false // not yet
  } finally {
    connection.destroy()
  }
}

const PROGRAM = 'pgbouncer'
const SOCKET = '.s.PGSQL.6432'

/** Debian has it where only root looks for programs. */
const env = { ...ENVIRONMENT, PATH: `${ENVIRONMENT.PATH}:/usr/sbin` }
