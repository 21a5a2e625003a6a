import { missingS3Server } from '../../packages/storage/src/testing-s3.ts'
import { tortureHangs } from './database-hang.ts'
import { tortureDatabase } from './database-outage.ts'
import { tortureMachines } from './machines.ts'
import { startSite } from './outside.ts'
import { inSeconds, notDone, type Report } from './report.ts'
import { tortureStorage } from './storage-outage.ts'

/** Two servers and a worker on one Postgres and one bucket, and outages of both. @param pooled servers behind PgBouncer */
export async function tortureTwoMachines(options: { pooled: number }): Promise<Report> {
  const missing = await missingS3Server()
  if (missing) return notDone(missing)
  await using site = await startSite(2, options)
  const machines = await tortureMachines(site, 100)
  const database = await tortureDatabase(site, 10)
  const hangs = await tortureHangs(site, 5)
  const storage = await tortureStorage(site, 6)
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
      `Two machines         ${machines.pictures} uploads, ${machines.jobs} jobs run once each`,
      `Database restarted   ${database.outages} times, ${database.refused} requests put off`,
      `Longest until back   ${inSeconds(database.longestReturn)}, a job ${inSeconds(database.longestJob)}`,
      `Database frozen      ${hangs.hangs} times, told within ${inSeconds(hangs.longestAnswer)}, back within ${inSeconds(hangs.longestReturn)}`,
      `Storage away         ${storage.outages} times, told within ${inSeconds(storage.longestSilence)}`,
    ],
  }
}

/** Milliseconds after an outage until the service works again, and until status reports the outage. */
const DATABASE_LIMIT = 3_000
const STORAGE_LIMIT = 10_000
const SILENCE_LIMIT = 5_000
