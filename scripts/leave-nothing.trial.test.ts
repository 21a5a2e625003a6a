import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryOf, RUN } from './leave-nothing.ts'
import { commandOf, family } from './stack.ts'

test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
  'a test run ended by %s leaves no database, browser or program behind',
  async (signal) => {
    const run = spawn(process.execPath, [join(import.meta.dirname, 'leave-nothing/run-fixture.ts')])
    let printed = ''
    for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => (printed += text))
    await expect.poll(() => printed, { timeout: 60_000 }).toContain('started')
    const below = (await family(run.pid ?? 0)).slice(1)
    const names = await Promise.all(below.map(commandOf))
    for (const name of ['postgres', 'chrom', 'reaper.ts', 'process.on']) {
      expect(
        names.some((command) => command.includes(name)),
        name,
      ).toBe(true)
    }

    const id = (await Promise.all(below.map(runOf))).find((run) => run !== '') ?? ''
    expect(id).not.toBe('')
    run.kill(signal)

    const left = async () => (await Promise.all(below.map(commandOf))).filter((name) => name !== '')
    await expect.poll(left, { timeout: 60_000 }).toEqual([])
    await expect.poll(() => existsSync(memoryOf(id))).toBe(false)
  },
)

/** The run that a process belongs to; empty if it has exited, or has cleared its environment as some of Chromium's do. */
async function runOf(pid: number) {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
  return new RegExp(`${RUN}=([^\0]+)`).exec(environment)?.[1] ?? ''
}
