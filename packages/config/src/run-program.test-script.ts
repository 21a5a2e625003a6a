// A program for the test: its argument says what goes wrong in it.
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigurationError, runProgram } from './index.ts'

const [, , fault] = process.argv
const say = (text: string) => process.stdout.write(`${text}\n`)

await runProgram(async (running) => {
  const timer = setInterval(() => {}, 60_000)
  running.defer(() => clearInterval(timer))
  running.defer(async () => {
    say('first stopped')
    if (fault === 'stop') throw new Error('It does not stop')
  })
  running.defer(async () => {
    say('second is stopping')
    await sleep(200)
    say('second stopped')
  })
  if (fault === 'settings') throw new ConfigurationError('PORT must be a number')
  if (fault === 'start')
    await readdir('/nowhere').catch((cause) => {
      throw new Error('It does not start', { cause })
    })
  if (fault === 'uncaught') setTimeout(() => Promise.reject(new Error('Nobody caught it')))
  say('ready')
})
