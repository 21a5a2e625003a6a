import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/**
 * Reads a password from a prompt without echo, or from the first line of a pipe. It is never an argument: arguments stay
 * in the history of the shell, and every program on the machine can read them.
 */
export async function askPassword(prompt = 'Password'): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) return firstLine(createInterface({ input: stdin }))
  stderr.write(`${prompt}: `)
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
