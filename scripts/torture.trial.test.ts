import { expect, test } from 'vitest'
import { tortureAbuse } from './torture/abuse.ts'
import { tortureConflicts } from './torture/conflicts.ts'
import { tortureHostileImports } from './torture/hostile-imports.ts'
import { tortureHostilePictures } from './torture/hostile-pictures.ts'
import { HOSTILE_FORMATS } from './torture/hostile-shapes.ts'
import { tortureSaves } from './torture/saves.ts'
import { tortureSite } from './torture/site.ts'
import { tortureSlowBucket } from './torture/slow-bucket.ts'
import { tortureViews } from './torture/views.ts'
import { tortureWorkers } from './torture/workers.ts'

// `npm run torture` does the same at full count.

test('no acknowledged save is lost when the server and the database are killed', async () => {
  const report = await tortureSaves({ seed: 'npm test', kills: 2, saves: 30 })

  expect(report.problems).toEqual([])
  expect(report.kills).toBe('database 1, server 1')
  expect(report.acknowledged).toBeGreaterThanOrEqual(30)
})

test('one of several saves from the same version wins, and a single author has no conflict', async () => {
  const report = await tortureConflicts(5)

  expect(report).toMatchObject({ refused: 20, alone: 20, problems: [] })
})

test('every figure agrees with a log of people, robots, opt-outs, floods and drafts, through two servers', async () => {
  const report = await tortureViews({ seed: 'npm test', requests: 1_600 })

  expect(report.problems).toEqual([])
  expect(report.requests).toBe(1_600)
  expect(report.counted).toBeGreaterThan(800)
})

test('no server shows an older site a second after a change, and no page mixes two versions', async () => {
  const report = await tortureSite(10, 50)

  expect(report.problems).toEqual([])
  expect(report.requests).toBeGreaterThan(50)
})

test('another worker does the jobs of a killed one, each once', async () => {
  const report = await tortureWorkers({ jobs: 60, kills: 1, isBackdated: true })

  expect(report.problems).toEqual([])
})

test('hostile pictures are refused with a message, and their decoders use little memory', async () => {
  const report = await tortureHostilePictures('npm test', 28)

  expect(report.problems).toEqual([])
  expect(report.accepted + report.refused).toBe(28)
  expect(report.refused).toBeGreaterThan(0)
})

test('pictures, imports, exports and backups go through a bucket that is slow in everything', async () => {
  const report = await tortureSlowBucket({ pictures: 2, answers_after: 50 })

  expect(report.problems).toEqual([])
})

test('hostile exports of each format are read', async () => {
  const { read } = await tortureHostileImports({ seed: 'npm test', shapes: 1, max_bytes: 16 * 1024 })

  // Whether they take too long says only a machine that does nothing else.
  const formats = Object.values(HOSTILE_FORMATS)
  const known = formats.flatMap((forms) => forms.flatMap((form) => form.known ?? []))
  expect(read).toBe(known.length + formats.length)
})

test('costly reads are answered or refused with retry-after, large bodies refused, and the home page is sent meanwhile', async () => {
  const report = await tortureAbuse({ clients: 10, pages: 10, stories: 5 })

  expect(report.problems).toEqual([])
  expect(report.answered).toBeGreaterThan(0)
  expect(report.bodies).toBeGreaterThan(0)
})
