import { spawn } from 'node:child_process'
import { findChromium } from '../chromium.ts'
import startTestDatabase from '../test-database.ts'

// Starts Postgres, a browser and a program that ignores SIGTERM, and prints when they run.

process.env.TEST_DATABASE_URL = ''
await startTestDatabase()
const args = ['--headless', '--no-sandbox', '--remote-debugging-port=0', 'about:blank']
spawn(await findChromium(), args, { stdio: 'ignore', detached: true })
spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 60_000)'], {
  stdio: 'ignore',
  detached: true,
})
console.log('started')
setInterval(() => {}, 60_000)
