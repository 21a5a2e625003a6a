import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@nightdesk/storage/testing-port'
import { onTestFinished } from 'vitest'

export const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

/** A server in a process of its own, which is killed after the test. */
export async function startServer(env: Record<string, string>) {
  const directory = await mkdtemp(join(tmpdir(), 'nightdesk-main-'))
  const port = await freePort()
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: directory, PORT: String(port), LOG_LEVEL: 'fatal', ...env },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
    await rm(directory, { recursive: true })
  })
  return { child, site: `http://127.0.0.1:${port}`, exited }
}

/** `ready`, or why it is not. */
export async function readiness(site: string): Promise<string | undefined> {
  const answer = await fetch(`${site}/readyz`).catch(() => undefined) // it does not listen yet
  const body = (await answer?.json()) as { status: string; reason?: string } | undefined // from our own server
  return body?.reason ?? body?.status
}
