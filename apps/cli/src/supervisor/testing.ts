import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { migrate } from '@nightdesk/db'
import { startEmbedded } from '@nightdesk/db/embedded'
import { freePort } from '@nightdesk/storage/testing-port'
import { afterAll, afterEach, expect } from 'vitest'

/** A supervisor in a process of its own. */
export interface Supervisor {
  child: ChildProcess
  /** Resolves to the exit code. */
  exited: Promise<number | null>
  output(): string
  url: string
}

/**
 * Starts a supervisor of programs in `fixtures/`, on a free port unless `env` has one. It leads its own process group, as in
 * a terminal.
 */
async function spawnSupervisor(programs: string[], env: NodeJS.ProcessEnv): Promise<Supervisor> {
  const port = await freePort()
  const script = fileURLToPath(new URL('./fixtures/supervise.ts', import.meta.url))
  const child = spawn(process.execPath, [script, ...programs], {
    // An empty setting counts as unset.
    env: { ...process.env, DATABASE_URL: '', SITE_URL: '', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data))
  return {
    child,
    exited: once(child, 'close').then(([code]) => code),
    output: () => printed,
    url: `http://127.0.0.1:${port}`,
  }
}

/**
 * What the tests of a file share: a migrated data directory, so that each starts on the data of the test before, and
 * supervisors that are stopped after their test.
 */
export async function supervised() {
  const directory = await mkdtemp(join(tmpdir(), 'nightdesk-supervisor-'))
  await chmod(directory, 0o755)
  let prepared: Promise<void> | undefined
  const supervisors: Supervisor[] = []
  afterEach(async () => {
    for (const { child, exited } of supervisors.splice(0)) {
      child.kill('SIGTERM')
      await exited
    }
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  async function start(programs: string[], env: NodeJS.ProcessEnv = {}): Promise<Supervisor> {
    if (!env.DATA_DIR) prepared ??= createDatabaseIn(directory)
    await prepared
    const supervisor = await spawnSupervisor(programs, { DATA_DIR: directory, ...env })
    supervisors.push(supervisor)
    return supervisor
  }

  async function startReady(programs: string[], env?: NodeJS.ProcessEnv): Promise<Supervisor> {
    const supervisor = await start(programs, env)
    await expect.poll(() => supervisor.output()).toContain('Nightdesk is ready')
    return supervisor
  }

  return { directory, start, startReady }
}

async function createDatabaseIn(directory: string): Promise<void> {
  await using postgres = await startEmbedded(join(directory, 'postgres'))
  await migrate(postgres.owner_url, postgres.url)
}

/** The server answers with its pid. Every request has a connection of its own, which the system gives to one of them. */
export const answer = async (url: string) => {
  const [response] = await once(get(url, { agent: false }), 'response')
  return Number(await text(response))
}

/** The pids of all servers that answer, in order. */
export const answers = async (url: string) => {
  const pids = await Promise.all(Array.from({ length: 40 }, () => answer(url)))
  return [...new Set(pids)].toSorted((a, b) => a - b)
}
