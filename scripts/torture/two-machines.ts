import { missingS3Server } from '../../packages/storage/src/testing-s3.ts'
import { tortureHangs } from './database-hang.ts'
import { tortureDatabase } from './database-outage.ts'
import { tortureMachines } from './machines.ts'
import { startSite } from './outside.ts'
import { inSeconds, notDone, type Report } from './report.ts'
import { tortureStorage } from './storage-outage.ts'

/** Pictures that are uploaded, and outages of each kind. */
const TIMES = { pictures: 100, restarts: 10, hangs: 5, storage: 6 }
/** Milliseconds after an outage until the service works again, and until status reports the outage. */
const DATABASE_LIMIT = 3_000
const STORAGE_LIMIT = 10_000
const SILENCE_LIMIT = 5_000

/** Two servers and a worker on one Postgres and one bucket, and outages of both. @param pooled servers behind PgBouncer */
export async function tortureTwoMachines(pooled: number): Promise<Report> {
  const missing = await missingS3Server()
  if (missing) return notDone(missing)
  await using site = await startSite(2, pooled)
  const machines = await tortureMachines(site, TIMES.pictures)
  const database = await tortureDatabase(site, TIMES.restarts)
  const hangs = await tortureHangs(site, TIMES.hangs)
  const storage = await tortureStorage(site, TIMES.storage)
  const late = [
    database.longestReturn > DATABASE_LIMIT &&
      `the database was not used ${inSeconds(DATABASE_LIMIT)} after its return`,
    hangs.longestAnswer > SILENCE_LIMIT &&
      `a database that hung was told of after ${inSeconds(hangs.longestAnswer)}`,
    hangs.longestReturn > DATABASE_LIMIT &&
      `a database that hung was not used ${inSeconds(DATABASE_LIMIT)} after it went on`,
    storage.longestSilence > SILENCE_LIMIT && `status took ${inSeconds(storage.longestSilence)} to tell`,
    storage.longestReturn > STORAGE_LIMIT && `uploads took ${inSeconds(storage.longestReturn)} to work again`,
  ].filter((problem) => problem !== false)
  return {
    problems: [machines, database, hangs, storage].flatMap(({ problems }) => problems).concat(late),
    lines: [
      `Two machines         ${TIMES.pictures} uploads, ${machines.jobs} jobs run once each`,
      `Database restarted   ${TIMES.restarts} times, ${database.refused} requests put off`,
      `Longest until back   ${inSeconds(database.longestReturn)}, a job ${inSeconds(database.longestJob)}`,
      `Database frozen      ${TIMES.hangs} times, told within ${inSeconds(hangs.longestAnswer)}, back within ${inSeconds(hangs.longestReturn)}`,
      `Storage away         ${TIMES.storage} times, told within ${inSeconds(storage.longestSilence)}`,
    ],
  }
}
