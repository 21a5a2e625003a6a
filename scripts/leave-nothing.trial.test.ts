import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { family } from './stack.ts'

test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
  'a test run ended by %s leaves no database, browser or program behind',
  async (signal) => {
    const run = spawn(process.execPath, [join(import.meta.dirname, 'leave-nothing/run-fixture.ts')])
    let printed = ''
    for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => (printed += text))
    await expect.poll(() => printed, { timeout: 60_000 }).toContain('started')
    const below = (await family(run.pid ?? 0)).slice(1)
    const names = await Promise.all(below.map(nameOf))
    for (const name of ['postgres', 'chrom', 'reaper.ts', 'process.on']) {
      expect(
        names.some((command) => command.includes(name)),
        name,
      ).toBe(true)
    }

    run.kill(signal)

    const left = async () => (await Promise.all(below.map(nameOf))).filter((name) => name !== '')
    await expect.poll(left, { timeout: 60_000 }).toEqual([])
  },
  180_000,
)

/** The command line of a process; empty if it has exited. */
const nameOf = async (pid: number) =>
  (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
