import { hash } from 'node:crypto'
import { copyFile, mkdir, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Random, randomFrom } from '../../apps/cli/src/demo/random.ts'
import { listArchives, openArchive } from '../../packages/backup/src/index.ts'
import { ADMIN, startStack } from '../stack.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import { fillSite } from './backups/filled-site.ts'
import { tortureMoments } from './backups/moments.ts'
import { killAfter, killRestores, newestIn, nightdesk, start, timed } from './backups/nightdesk.ts'
import { joined, type Report } from './report.ts'

interface Torture {
  seed: string
  /** Of backups, and as many of restores and of trial restores. */
  kills: number
  /** Single bits of an archive. */
  flips: number
}

const SETTINGS = { DATABASE_URL: '', LOG_LEVEL: 'fatal', BACKUP_PASSPHRASE: 'correct horse battery staple' }

/** The same with the archive of changes, and restores of a moment. */
export async function tortureBackupsAndMoments({ seed, kills, flips }: Torture): Promise<Report> {
  return joined(await tortureBackups({ seed, kills, flips }), await tortureMoments({ seed, kills }))
}

/** Kills backups, restores and trial restores at random moments, and flips random bits of an archive. */
export async function tortureBackups({ seed, kills, flips }: Torture): Promise<Report> {
  const random = randomFrom(seed)
  await using directory = await temporaryDirectory('torture-backups')
  const { path: home } = directory
  const env = { ...SETTINGS, DATA_DIR: join(home, 'site'), BACKUP_DIR: join(home, 'backups') }
  await makeSite(env)
  const backups = await killBackups(env, random, kills)
  const restores = await killReplacing(env, home, random, kills)
  const trials = await killTrials(env, home, random, kills)
  const undiscovered = await flipBits(await newestIn(env.BACKUP_DIR), random, flips)
  return {
    lines: [
      `Backups killed       ${kills}`,
      `Restores killed      ${kills}: ${restores.done} were done, the others had changed nothing`,
      `Trial restores killed ${kills}, and nothing of them is left`,
      `Flipped bits         ${flips}, ${flips - undiscovered.length} found`,
    ],
    problems: [...backups, ...restores.problems, ...trials, ...undiscovered],
  }
}

type Env = typeof SETTINGS & { DATA_DIR: string; BACKUP_DIR: string }

async function makeSite(env: Env): Promise<void> {
  await using stack = await startStack({ directory: env.DATA_DIR, admin: ADMIN, env })
  await fillSite(stack.url, env.DATA_DIR)
}

async function killBackups(env: Env, random: Random, kills: number): Promise<string[]> {
  const problems: string[] = []
  const duration = await timed(() => nightdesk(['backup'], env))
  for (let kill = 0; kill < kills; kill++) {
    await killAfter(start(['backup'], env), random(0, duration))
    for (const path of await listArchives(env.BACKUP_DIR)) problems.push(...(await problemsOf(path)))
  }
  await nightdesk(['backup'], env)
  for (const name of await readdir(env.BACKUP_DIR))
    if (name.startsWith('.partial-')) problems.push(`${name} is left after a whole backup`)
  return problems
}

async function killReplacing(env: Env, home: string, random: Random, kills: number) {
  const archive = await newestIn(env.BACKUP_DIR)
  const target = { ...env, DATA_DIR: join(home, 'target'), BACKUP_DIR: join(home, 'target-backups') }
  await nightdesk(['migrate'], target)
  const command = ['restore', archive, '--replace']
  const stateOf = () => contentNow(target)
  const { restored, done, problems } = await killRestores({ command, env: target, stateOf, random, kills })
  if (restored !== (await contentOf(archive))) problems.push('a restored site is not that of the backup')
  return { done, problems }
}

/** Kills trial restores, which must leave site and archive alone. The next one deletes what they left. */
async function killTrials(env: Env, home: string, random: Random, kills: number): Promise<string[]> {
  const TMPDIR = join(home, 'temporary')
  await mkdir(TMPDIR)
  const trial = { ...env, TMPDIR }
  const before = await contentNow(env)
  const archive = await newestIn(env.BACKUP_DIR)
  const duration = await timed(() => nightdesk(['backup', 'verify', archive], trial))
  for (let kill = 0; kill < kills; kill++)
    await killAfter(start(['backup', 'verify', archive], trial), random(0, duration))
  await nightdesk(['backup', 'verify', archive], trial)
  const problems = (await readdir(TMPDIR)).map((name) => `${name} is left after a whole trial restore`)
  if ((await contentNow(env)) !== before) problems.push('a killed trial restore has changed the site')
  return problems
}

async function contentNow(env: Env): Promise<string> {
  await nightdesk(['backup'], env)
  return contentOf(await newestIn(env.BACKUP_DIR))
}

/** A hash of all rows and files of an archive. */
async function contentOf(path: string): Promise<string> {
  await using archive = await openArchive(path)
  const { tables, files } = archive.manifest
  const objects = files
    .filter(({ name }) => name.startsWith('objects/'))
    .map(({ name, sha256 }) => [name, sha256])
  return hash('sha256', JSON.stringify([tables, objects]))
}

/** @returns the flips that were not found */
async function flipBits(path: string, random: Random, flips: number): Promise<string[]> {
  const problems: string[] = []
  const { size } = await stat(path)
  const copy = `${path}.flipped`
  await copyFile(path, copy)
  for (let flip = 0; flip < flips; flip++) {
    const [position, bit] = [Math.floor(random(0, size)), Math.floor(random(0, 8))]
    await flipBit(copy, position, bit)
    if ((await problemsOf(copy)).length === 0)
      problems.push(`the flipped bit ${bit} of byte ${position} was not found`)
    await flipBit(copy, position, bit)
  }
  return problems
}

async function flipBit(path: string, position: number, bit: number): Promise<void> {
  await using file = await open(path, 'r+')
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position)
  await file.write(Buffer.from([buffer.readUInt8() ^ (1 << bit)]), 0, 1, position)
}

async function problemsOf(path: string): Promise<string[]> {
  try {
    await using archive = await openArchive(path)
    await archive.check()
    return []
  } catch (error) {
    return [`${path}: ${String(error)}`]
  }
}
