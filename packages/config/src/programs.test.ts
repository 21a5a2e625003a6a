import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

test.each(['SIGTERM', 'SIGINT'] as const)('on %s, what started last stops first', async (signal) => {
  const program = startProgram()
  await expect.poll(program.output).toBe('ready\n')

  program.child.kill(signal)

  expect(await program.exited).toEqual([0, null])
  expect(program.output()).toBe('ready\nsecond is stopping\nsecond stopped\nfirst stopped\n')
})

test('a second signal does not cut the stop short', async () => {
  const program = startProgram()
  await expect.poll(program.output).toBe('ready\n')
  program.child.kill('SIGTERM')
  await expect.poll(program.output).toContain('second is stopping')

  program.child.kill('SIGTERM')

  expect(await program.exited).toEqual([0, null])
  expect(program.output()).toContain('first stopped')
})

test.each([
  ['settings', 'PORT must be a number\n', 78],
  ['start', 'It does not start: /nowhere does not exist (ENOENT)\n', 1],
])('after a problem with the %s, what had started is stopped', async (fault, message, code) => {
  const program = startProgram(fault)

  expect(await program.exited).toEqual([code, null])
  expect(program.errors()).toBe(message)
  expect(program.output()).toContain('first stopped')
})

test('a stop that fails is reported', async () => {
  const program = startProgram('stop')
  await expect.poll(program.output).toBe('ready\n')

  program.child.kill('SIGTERM')

  expect(await program.exited).toEqual([1, null])
  expect(program.errors()).toBe('It does not stop\n')
})

test('an error that nothing caught ends the program with its stack', async () => {
  const program = startProgram('uncaught')

  expect(await program.exited).toEqual([1, null])
  expect(program.errors()).toContain('Error: Nobody caught it\n    at ')
})

function startProgram(...args: string[]) {
  const script = fileURLToPath(new URL('./run-program.test-script.ts', import.meta.url))
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  let errors = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (errors += text))
  return { child, exited: once(child, 'close'), output: () => output, errors: () => errors }
}
