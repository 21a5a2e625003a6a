import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, ENVIRONMENT } from './account.ts'
import type { Binaries } from './binaries.ts'
import { DATABASE, SUPERUSER } from './roles.ts'

const PARTIAL = 'partial-'
const INITDB = [
  `--username=${SUPERUSER}`,
  // The permissions of the socket's directory decide who may connect.
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
]

/**
 * Creates the database files on first use. They are renamed when they are complete, so that an interruption leaves
 * nothing behind that looks like a database.
 * @returns their directory
 * @throws when another major version of Postgres made them: it stores them in another form
 */
export async function createCluster(home: string, binaries: Binaries, account: Account): Promise<string> {
  const cluster = join(home, 'cluster')
  if (existsSync(cluster)) {
    await requireOwnMajor(home, binaries)
    return cluster
  }
  await removePartial(home)
  const partial = join(home, `${PARTIAL}${randomUUID()}`)
  await run(account, binaries.initdb, [...INITDB, '-D', partial])
  const single = ['--single', '-c', 'exit_on_error=on', '-D', partial, 'postgres']
  await run(account, binaries.postgres, single, `create database ${DATABASE}`)
  await rename(partial, cluster)
  await syncDirectory(home)
  return cluster
}

/** The major version of Postgres that made the cluster in a directory; null without one. */
export async function clusterMajor(home: string): Promise<number | null> {
  try {
    return Number(await readFile(join(home, 'cluster', 'PG_VERSION'), 'utf8'))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException // readFile throws only errors of the system
    if (!['ENOENT', 'ENOTDIR'].includes(code)) throw error
    return null
  }
}

async function requireOwnMajor(home: string, binaries: Binaries): Promise<void> {
  const major = await clusterMajor(home)
  if (major === null || major === binaries.major) return
  const found = `${home} has a database of Postgres ${major}, and this release of Nightdesk comes with Postgres ${binaries.major}.`
  throw new Error(`${found} ${major < binaries.major ? MOVE : 'Start the release that made it.'}`)
}

const MOVE = '`npm start`, or `npm run nightdesk -- upgrade`, moves it.'

async function removePartial(home: string): Promise<void> {
  const names = (await readdir(home)).filter((name) => name.startsWith(PARTIAL))
  // A killed initdb may still be writing its last files.
  const options = { recursive: true, force: true, maxRetries: 5 }
  await Promise.all(names.map((name) => rm(join(home, name), options)))
}

/** Otherwise a power failure could undo a rename in the directory, and with it everything that was written since. */
export async function syncDirectory(directory: string): Promise<void> {
  await using handle = await open(directory)
  await handle.sync()
}

async function run(account: Account, program: string, args: string[], input = ''): Promise<void> {
  const [file = program, ...rest] = [...account.prefix, program, ...args]
  const running = promisify(execFile)(file, rest, { ...account.ids, cwd: '/', env: ENVIRONMENT })
  running.child.stdin?.end(input)
  await running
}
