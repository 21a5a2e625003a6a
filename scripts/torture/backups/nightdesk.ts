import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Random } from '../../../apps/cli/src/demo/random.ts'
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

interface Restoring {
  command: string[]
  env: Settings
  /** What tells the old site from the new one. */
  stateOf: () => Promise<string>
  random: Random
  kills: number
}

/** Some commands end before they are killed, so that both outcomes are seen. */
export const LONGER = 1.3

/**
 * Restores, and kills as many restores over a site that has another account each time, so that a mixture of both sites would show.
 * @returns the state after a whole restore, and how many of the killed ones had reached it
 */
export async function killRestores({ command, env, stateOf, random, kills }: Restoring) {
  const duration = await timed(() => nightdesk(command, env))
  const restored = await stateOf()
  const problems: string[] = []
  let done = 0
  for (let kill = 0; kill < kills; kill++) {
    const email = `somebody-${kill}@example.org`
    await nightdesk(['user', 'create', '--email', email, '--name', 'Somebody', '--role', 'author'], env)
    const old = await stateOf()
    await killAfter(start(command, env), random(0, duration * LONGER))
    const state = await stateOf()
    if (state === restored) done += 1
    else if (state !== old)
      problems.push(`${command.join(' ')} ${kill} was killed and left neither the old site nor the new one`)
  }
  return { restored, done, problems }
}
