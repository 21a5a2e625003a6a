import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { startEmbedded } from './start.ts'

/** Executes one statement on a new connection. @returns its rows */
export async function query(url: string, text: string) {
  const client = new pg.Client(url)
  // The connection may be ended by the server after the answer.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

/** Writes the files of a postmaster that was killed and whose id went to another process. */
export async function claim(directory: string, pid: number) {
  const lines = [pid, join(directory, 'cluster'), 1, 5432, directory, '', '0 0', 'ready']
  await writeFile(join(directory, 'cluster', 'postmaster.pid'), lines.join('\n'))
  await writeFile(join(directory, '.s.PGSQL.5432.lock'), lines.slice(0, 5).join('\n'))
}

/** Starts a process that starts a Postgres, prints `{url, owner_url, pid}` and runs until it is killed. */
function holdEmbedded(directory: string, env: NodeJS.ProcessEnv = {}) {
  const script = fileURLToPath(new URL('./fixtures/hold.ts', import.meta.url))
  return spawn(process.execPath, [script, directory], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** A PATH without setpriv, as on systems where Postgres cannot be made to end with its parent. */
export async function pathWithoutSetpriv(root: string): Promise<string> {
  const bin = join(root, 'bin')
  await mkdir(bin)
  await Promise.all(['chown', 'sh', 'true'].map((name) => symlink(`/bin/${name}`, join(bin, name))))
  return bin
}

/** A Postgres that another process started. */
interface Held {
  child: ChildProcess
  url: string
  owner_url: string
  pid: number
}

/** What the tests of a file share: a directory that an earlier run has used, which is copied to a place of each test. */
export async function embeddedDirectories() {
  const template = await mkdtemp(join(tmpdir(), 'nightdesk-template-'))
  await (await startEmbedded(template)).stop()
  const spawned: ChildProcess[] = []
  const place = { root: '', directory: '' }
  afterAll(() => rm(template, { recursive: true }))
  beforeEach(async () => {
    place.root = await mkdtemp(join(tmpdir(), 'nightdesk-embedded-'))
    // Postgres may run as nobody, who needs access to the parent directory.
    await chmod(place.root, 0o755)
    place.directory = join(place.root, 'postgres')
  })
  afterEach(async () => {
    for (const child of spawned.splice(0)) child.kill('SIGKILL')
    await rm(place.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  })

  function spawnHold(env?: NodeJS.ProcessEnv) {
    const child = holdEmbedded(place.directory, env)
    spawned.push(child)
    return child
  }

  return {
    place,
    useTemplate: () => cp(template, place.directory, { recursive: true }),
    spawnHold,
    async hold(env?: NodeJS.ProcessEnv): Promise<Held> {
      const child = spawnHold(env)
      const [data] = await once(child.stdout, 'data')
      return { child, ...JSON.parse(String(data)) }
    },
  }
}
