import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { listArchives } from '../../../packages/backup/src/index.ts'

const MAIN = fileURLToPath(new URL('../../../apps/cli/src/main.mjs', import.meta.url))

type Settings = Record<string, string>

/** Starts a command of the command line. */
export const start = (args: string[], env: Settings): ChildProcess =>
  spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Runs a command. @returns what it printed. @throws when it fails */
export async function nightdesk(args: string[], env: Settings): Promise<string> {
  const child = start(args, env)
  // `start` pipes both.
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close'),
  ])
  if (code !== 0) throw new Error(`nightdesk ${args.join(' ')} failed: ${stderr}`)
  return stdout
}

/** @throws when there is no backup */
export async function newestIn(directory: string): Promise<string> {
  const [newest] = await listArchives(directory)
  if (!newest) throw new Error(`There is no backup in ${directory}`)
  return newest
}

/** Kills a process, unless it ends before. @returns whether it was killed */
export async function killAfter(child: ChildProcess, milliseconds: number): Promise<boolean> {
  // Else a command that prints much would wait for a reader.
  child.stdout?.resume()
  child.stderr?.resume()
  const ended = once(child, 'exit')
  await Promise.race([ended, sleep(milliseconds)])
  child.kill('SIGKILL')
  await ended
  return child.signalCode === 'SIGKILL'
}

/** @returns milliseconds */
export async function timed(task: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await task()
  return performance.now() - begun
}
