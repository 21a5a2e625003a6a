import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/**
 * What is typed at the prompt, which a terminal does not show, or the first line of a pipe. Never an argument: those are
 * kept in the history of the shell, and every program of the machine can read them.
 */
export async function askPassword(): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) return firstLine(createInterface({ input: stdin }))
  stderr.write('Password: ')
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  try {
    return await firstLine(createInterface({ input: stdin, output: nowhere, terminal: true }))
  } finally {
    stderr.write('\n')
  }
}

async function firstLine(lines: ReturnType<typeof createInterface>): Promise<string> {
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
  }
}
