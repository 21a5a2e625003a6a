import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '@nightdesk/storage/testing-port'

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
export async function spawnSupervisor(programs: string[], env: NodeJS.ProcessEnv): Promise<Supervisor> {
  const port = await freePort()
  const script = fileURLToPath(new URL('./fixtures/supervise.ts', import.meta.url))
  const child = spawn(process.execPath, [script, ...programs], {
    // An empty setting counts as unset.
    env: { ...process.env, DATABASE_URL: '', SITE_URL: '', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data))
  return {
    child,
    exited: once(child, 'close').then(([code]) => code),
    output: () => text,
    url: `http://127.0.0.1:${port}`,
  }
}
