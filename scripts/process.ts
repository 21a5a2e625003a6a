import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A program that runs until it is stopped. */
export interface Process {
  pid: number
  /** Resolves to its exit code. */
  exited: Promise<number | null>
  hasExited(): boolean
  output(): string
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>
  /** Disposing sends SIGKILL. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a program with this environment only, as a container would; `node` is the one of the tests. */
export function startProcess(
  [program = '', ...args]: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Process {
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const exited = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null)
  return {
    pid: child.pid!, // it has started, or `exited` rejects
    exited,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    output: () => printed,
    stop() {
      child.kill('SIGTERM')
      return exited
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
