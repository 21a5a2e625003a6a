import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Random, randomFrom } from '../../../apps/cli/src/demo/random.ts'
import { BASE_FILE, missingSegment, readWalArchive } from '../../../packages/backup/src/wal/archive.ts'
import { unpackBase } from '../../../packages/backup/src/wal/base.ts'
import { type EmbeddedPostgres, startEmbedded, walQueueOf } from '../../../packages/db/src/embedded/start.ts'
import { connect } from '../../../packages/db/src/index.ts'
import { makeArchivedSite } from '../../docs/archived-site.ts'
import { temporaryDirectory } from '../../temporary-directory.ts'
import type { Report } from '../report.ts'
import { killAfter, killRestores, LONGER, nightdesk, timed } from './nightdesk.ts'

interface Site {
  data_dir: string
  archive: string
}

interface Torture {
  seed: string
  /** Of restores, and as many of archiving. */
  kills: number
}

/** Kills `restore --until`, and the job that archives changes, at random moments. */
export async function tortureMoments({ seed, kills }: Torture): Promise<Report> {
  const random = randomFrom(seed)
  await using home = await temporaryDirectory('torture-moments')
  const data_dir = join(home.path, 'archived site')
  const site = { data_dir, archive: join(data_dir, 'backups', 'wal') }
  const moment = await makeArchivedSite(data_dir)
  const restores = await killUntil(site, moment, random, kills)
  const { bases, ...archiving } = await killArchiving(site, random, kills)
  return {
    lines: [
      `Moments killed       ${kills}: ${restores.done} were restored, the others had changed nothing`,
      `Archiving killed     ${kills}, ${bases} whole base backups were left`,
    ],
    problems: [...restores.problems, ...archiving.problems],
  }
}

function killUntil({ data_dir }: Site, moment: string, random: Random, kills: number) {
  const env = { DATA_DIR: data_dir, DATABASE_URL: '', BACKUP_WAL: 'on' }
  const stateOf = async () => {
    // It completes a restore that was killed in its last step.
    const people = await nightdesk(['user', 'list'], env)
    for (const name of await readdir(data_dir))
      if (name.startsWith('before-restore-')) await rm(join(data_dir, name), { recursive: true })
    return people
  }
  return killRestores({ command: ['restore', '--until', moment, '--replace'], env, stateOf, random, kills })
}

async function killArchiving(site: Site, random: Random, kills: number) {
  const home = join(site.data_dir, 'postgres')
  await using postgres = await startEmbedded(home, { archives: true })
  const problems: string[] = []
  const duration = await timed(() => archive(postgres, site))
  for (let kill = 0; kill < kills; kill++) {
    await fillQueue(postgres)
    // Without one, another is due.
    if (kill % 2 === 0) await removeBases(site)
    await killAfter(startArchiving(postgres, site), random(0, duration * LONGER))
    problems.push(...(await damagedBases(site)))
  }
  await archive(postgres, site)
  const waiting = await readdir(walQueueOf(home))
  if (waiting.length > 0) problems.push(`${waiting.join()} is left in the queue`)
  for (const name of await readdir(site.archive, { recursive: true }))
    if (name.includes('.partial-base')) problems.push(`${name} is left after a whole run`)
  problems.push(...(await gapsIn(site)), ...(await damagedBases(site)))
  const bases = (await readWalArchive(site.archive)).flatMap((cluster) => cluster.bases).length
  return { bases, problems }
}

const SCRIPT = fileURLToPath(new URL('./archive-wal.ts', import.meta.url))

const startArchiving = ({ url }: EmbeddedPostgres, { archive: directory }: Site) =>
  spawn(process.execPath, [SCRIPT, url, directory], { stdio: ['ignore', 'inherit', 'inherit'] })

async function archive(postgres: EmbeddedPostgres, site: Site): Promise<void> {
  await once(startArchiving(postgres, site), 'exit')
}

/** Two segments wait. */
async function fillQueue({ superuser_url }: EmbeddedPostgres): Promise<void> {
  const { pool, close } = connect(superuser_url)
  for (let segment = 0; segment < 2; segment++) {
    await pool.query(`select pg_logical_emit_message(true, 'torture', repeat('x', 100000))`)
    await pool.query('select pg_switch_wal()')
  }
  await close()
}

async function removeBases({ archive: directory }: Site): Promise<void> {
  for (const { bases } of await readWalArchive(directory))
    for (const { path } of bases) await rm(join(path, BASE_FILE))
}

async function gapsIn({ archive: directory }: Site): Promise<string[]> {
  const problems: string[] = []
  for (const cluster of await readWalArchive(directory))
    for (const base of cluster.bases) {
      const missing = missingSegment(cluster, base)
      if (missing) problems.push(`the segment ${missing} was lost`)
    }
  return problems
}

/** Every base backup that has its name can be unpacked. */
async function damagedBases({ data_dir, archive: directory }: Site): Promise<string[]> {
  const problems: string[] = []
  const target = join(data_dir, 'unpacked')
  for (const { bases } of await readWalArchive(directory))
    for (const base of bases) {
      await mkdir(target)
      await unpackBase(base, target).catch((error) => problems.push(`${error}: ${error.cause}`))
      await rm(target, { recursive: true, force: true })
    }
  return problems
}
