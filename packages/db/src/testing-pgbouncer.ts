import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { chooseAccount, ENVIRONMENT } from './embedded/account.ts'

const CONFIGURATION = new URL('../../../deploy/pgbouncer/pgbouncer.ini', import.meta.url)
const START_TIMEOUT_MS = 30_000

/** A PgBouncer in transaction mode, with the configuration of `deploy/`. */
export interface PgBouncer extends AsyncDisposable {
  /** The address through it. */
  url: string
}

/** Why none can be started here, or null. `.ci/run` installs the package. */
export function missingPgBouncer(): string | null {
  const { error } = spawnSync(PROGRAM, ['--version'], { env })
  return error ? 'PgBouncer is not installed: apt-get install pgbouncer' : null
}

/** @param url of one role and database, without PgBouncer */
export async function startPgBouncer(url: string): Promise<PgBouncer> {
  const home = await mkdtemp(join(tmpdir(), 'nightdesk-pgbouncer-'))
  const { prefix, ids } = chooseAccount(home)
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
    // Fewer connections than there are clients, so that they are shared.
    [/^default_pool_size = .*$/m, 'default_pool_size = 4'],
  ]
  const shipped = await readFile(CONFIGURATION, 'utf8')
  const file = join(home, 'pgbouncer.ini')
  await writeFile(
    file,
    changes.reduce((text, [line, replacement]) => text.replace(line, replacement), shipped),
  )
  const [command = PROGRAM, ...args] = [...prefix, PROGRAM, '--quiet', file]
  const child = spawn(command, args, {
    ...ids,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!existsSync(join(home, SOCKET))) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`PgBouncer did not start:\n${log}`)
    await delay(25)
  }
  return {
    url: `postgresql://${user}@/${database}?host=${encodeURIComponent(home)}&port=6432`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(home, { recursive: true, force: true })
    },
  }
}

const PROGRAM = 'pgbouncer'
const SOCKET = '.s.PGSQL.6432'

/** Debian has it where only root looks for programs. */
const env = { ...ENVIRONMENT, PATH: `${ENVIRONMENT.PATH}:/usr/sbin` }
