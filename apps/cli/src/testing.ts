import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import type { Started } from './command-line.test-script.ts'

/** The command line. */
export const MAIN = fileURLToPath(new URL('./main.mjs', import.meta.url))

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs `nightdesk` as an operator would. `input` is piped in. */
export async function nightdesk(args: string[], env: Record<string, string>, input = ''): Promise<Outcome> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: 'pipe',
  })
  child.stdin.on('error', () => {}) // it exits before it reads when the command line is wrong
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, stdout, stderr }
}

/**
 * Runs one command after another as {@link nightdesk} does, in a process that the tests of a file share: loading the product
 * takes ten times as long as most commands.
 */
export function sharedNightdesk(): typeof nightdesk {
  let shared: ReturnType<typeof startShared> | undefined
  afterAll(() => void shared?.child.kill('SIGKILL'))
  return async (args, env, input = '') => {
    shared ??= startShared()
    const { child, exited, outputs } = shared
    const started: Started = { args, env: { ...process.env, NO_COLOR: '1', ...env } }
    child.send(started)
    child.stdin?.write(input)
    const [printed = '', reported = ''] = await Promise.all(outputs.map(untilEnd))
    const code = END.exec(printed)?.[1]
    // A command can end the process.
    if (code === undefined) shared = undefined
    return {
      code: code === undefined ? (await exited)[0] : Number(code),
      stdout: printed.replace(END, ''),
      stderr: reported.replace(END, ''),
    }
  }
}

const END = /\0(\d+)\0$/

function startShared() {
  const child = fork(new URL('./command-line.test-script.ts', import.meta.url), { silent: true })
  const outputs = [child.stdout, child.stderr].map((stream) => stream!.setEncoding('utf8')) // they are pipes
  return { child, exited: once(child, 'exit'), outputs }
}

/** What a command prints on a stream, with its end unless it ended the process. */
async function untilEnd(stream: Readable): Promise<string> {
  let printed = ''
  for await (const part of stream.iterator({ destroyOnReturn: false })) {
    printed += part
    if (END.test(printed)) break
  }
  return printed
}
