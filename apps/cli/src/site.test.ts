import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sitePrograms } from './site.ts'
import { startProgram } from './supervisor/program.ts'

const WRITE_NAMES =
  "require('node:fs').writeFileSync(process.argv[1], JSON.stringify(Object.keys(process.env)))"

test.each([
  [
    'server',
    ['ADMIN_PASSWORD', 'JWT_SECRET', 'S3_SECRET_KEY', 'SMTP_URL', 'CDN_PURGE_URL'],
    ['TRUSTED_IMAGE_ORIGINS', 'MIGRATION_DATABASE_URL', 'CDN_PURGE_TOKEN'],
  ],
  [
    'worker',
    ['S3_SECRET_KEY', 'TRUSTED_IMAGE_ORIGINS', 'DATABASE_DIRECT_URL', 'CDN_PURGE_URL', 'CDN_PURGE_TOKEN'],
    ['ADMIN_PASSWORD', 'JWT_SECRET', 'SMTP_URL', 'MIGRATION_DATABASE_URL'],
  ],
])('the %s gets only the secrets that it needs', async (name, given, withheld) => {
  for (const setting of [...given, ...withheld]) vi.stubEnv(setting, 'something')
  onTestFinished(() => void vi.unstubAllEnvs())
  const directory = await mkdtemp(join(tmpdir(), 'nightdesk-site-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const file = join(directory, 'names')
  const program = sitePrograms({ mode: 'production' }).find((one) => one.name === name)
  if (!program) throw new Error(`There is no ${name}`)

  const { exited } = startProgram(
    { ...program, args: ['-e', WRITE_NAMES, file] },
    {},
    new AbortController().signal,
  )
  await exited

  const names: string[] = JSON.parse(await readFile(file, 'utf8'))
  expect(names).toEqual(expect.arrayContaining([...given, 'PATH']))
  expect(names.filter((one) => withheld.includes(one))).toEqual([])
})
