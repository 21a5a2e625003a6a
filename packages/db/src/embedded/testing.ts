import { spawn } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

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
export function holdEmbedded(directory: string, env: NodeJS.ProcessEnv = {}) {
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
