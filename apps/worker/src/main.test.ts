import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { analyticsSummary } from '@nightdesk/contracts'
import { addJob, workerStatus } from '@nightdesk/db'
import { expect, onTestFinished, test } from 'vitest'
import { db, url } from './testing.ts'

test('a worker process records that it runs, runs a queued job, and records on SIGTERM that it stopped', async () => {
  await addJob(db, 'analytics-summary', {})

  const worker = startWorker({ LOG_LEVEL: 'info' })
  await expect.poll(() => worker.stdout.read()?.toString()).toContain('Worker started')

  // On the hour, the schedule adds one more.
  await expect.poll(summaries).not.toHaveLength(0)
  const [summary] = await summaries()
  expect(analyticsSummary.parse(summary?.data).page_views.total_views.all_time).toBe(0)
  const name = expect.stringMatching(new RegExp(`-${worker.pid}$`))
  expect(await workerStatus(db)).toMatchObject([{ name, status: 'running' }])

  worker.kill('SIGTERM')

  expect(await once(worker, 'exit')).toEqual([0, null])
  expect(await workerStatus(db)).toMatchObject([{ name, status: 'stopped' }])
})

test('a worker without a database says what is missing, and that starting again will not help', async () => {
  const worker = startWorker({ DATABASE_URL: '' })

  const [stderr, [code]] = await Promise.all([text(worker.stderr), once(worker, 'exit')])

  expect(stderr).toContain('DATABASE_URL must be set')
  expect(code).toBe(78)
})

function startWorker(env: Record<string, string> = {}) {
  const script = fileURLToPath(new URL('./main.ts', import.meta.url))
  const worker = spawn(process.execPath, [script], {
    env: { ...process.env, DATABASE_URL: url, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => end(worker))
  return worker
}

async function end(worker: ChildProcess) {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  worker.kill('SIGTERM')
  await once(worker, 'exit')
}

const summaries = () => db.selectFrom('analytics_summaries').select('data').execute()
