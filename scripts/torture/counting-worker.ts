import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { runJob } from '../../apps/worker/src/job-runs.ts'
import { startWorker } from '../../apps/worker/src/worker.ts'
import { connect } from '../../packages/db/src/index.ts'

// A worker with a job that records its runs, so that lost and repeated jobs can be counted. Runs until it is killed.

const url = process.argv[2] ?? ''
const ignore = () => {}
const work = connect(url, { max: 5, onError: ignore })
const heartbeatConnection = connect(url, { max: 1, onError: ignore })
await startWorker({
  work,
  heartbeatConnection,
  schedule: '',
  log: pino({ level: 'silent' }),
  taskList: (worker) => ({
    trace: (_payload, { job }) =>
      runJob(work.db, worker, job, async ({ finish }) => {
        await delay(Math.random() * 200)
        await finish((tx) => sql`insert into traces (job_id) values (${job.id})`.execute(tx))
        await delay(Math.random() * 200)
      }),
  }),
})
