import { execFile, spawnSync } from 'node:child_process'
import { chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTestDb } from '@nightdesk/db/testing'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { expect, test } from 'vitest'
import { MAIN, nightdesk } from '../testing.ts'

const OWN_MOUNTS = ['--user', '--map-root-user', '--mount']
/** A file system of 32 KB, on which an earlier backup is. */
const ON_TINY_DISK =
  'mount -t tmpfs -o size=32k tmpfs "$0" && touch "$0/earlier" && { "$@"; code=$?; ls -A "$0"; exit $code; }'
/** A file system with room for an empty cluster. What a restore would leave is shown when the command has ended. */
const ON_SMALL_DISK =
  'mount -t tmpfs -o size=48m tmpfs "$0" && { "$@"; code=$?; find "$0" -name cluster -o -name restore -o -name "nightdesk-*"; exit $code; }'

const missing =
  spawnSync('unshare', [...OWN_MOUNTS, 'true']).status === 0 ? null : 'Namespaces are not allowed here'

test.skipIf(missing)(
  `a full disk leaves the earlier backups, and says so${missing ? `. ${missing}` : ''}`,
  async () => {
    await using database = await createTestDb()
    const home = await temporaryDirectory()
    const target = join(home, 'backups')
    await mkdir(target)
    const command = ['backup', '--to', target]
    const env = { DATABASE_URL: database.url, DATA_DIR: join(home, 'data') }

    const failed = onDisk(ON_TINY_DISK, target, command, env)

    await expect(failed).rejects.toMatchObject({
      code: 1,
      stdout: 'earlier\n',
      stderr: expect.stringContaining('The earlier backups are as they were'),
    })
  },
)

test.skipIf(missing).each([
  ['restore', 'DATA_DIR', ', and nothing has changed'],
  ['backup verify', 'TMPDIR', ' for a trial restore'],
])(
  `%s says that the disk of %s is full, and leaves nothing there${missing ? `. ${missing}` : ''}`,
  async (words, variable, sentence) => {
    await using database = await createTestDb()
    const home = await temporaryDirectory()
    await nightdesk(['backup', '--to', home], { DATABASE_URL: database.url, DATA_DIR: home })
    const [name = ''] = (await readdir(home)).filter((file) => file.endsWith('.tar'))
    const target = join(home, 'target')
    await mkdir(target)
    const command = [...words.split(' '), join(home, name)]
    const env = { DATABASE_URL: '', [variable]: target }

    const failed = onDisk(ON_SMALL_DISK, target, command, env)

    await expect(failed).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`There is no space left in ${target}${sentence}`),
    })
  },
)

test.skipIf(missing)(
  `a restore is refused before anything changes when uploads are a mount${missing ? `. ${missing}` : ''}`,
  async () => {
    await using database = await createTestDb()
    const home = await temporaryDirectory()
    await nightdesk(['backup', '--to', home], { DATABASE_URL: database.url, DATA_DIR: home })
    const [name = ''] = (await readdir(home)).filter((file) => file.endsWith('.tar'))
    const DATA_DIR = join(home, 'data of a site')
    const uploads = join(DATA_DIR, 'uploads')
    await mkdir(uploads, { recursive: true })
    const command = ['restore', join(home, name), '--replace']

    const refused = onDisk('mount --bind "$0" "$0" && "$@"', uploads, command, { DATABASE_URL: '', DATA_DIR })

    await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('is a mount') })
    expect(await readdir(DATA_DIR, { recursive: true })).not.toContain('postgres/cluster')
  },
)

test.skipIf(process.getuid?.() !== 0)(
  'a command that root runs writes as the account of the site, and passes over a file of root',
  async () => {
    const DATA_DIR = await temporaryDirectory()
    const earlier = join(DATA_DIR, 'backups', 'nightdesk-2026-11-01T000000.000Z.tar')
    await mkdir(join(DATA_DIR, 'backups'))
    await writeFile(earlier, 'of root', { mode: 0o600 })
    for (const path of [DATA_DIR, join(DATA_DIR, 'backups')]) await chown(path, 1000, 1000)

    await nightdesk(['migrate'], { DATABASE_URL: '', DATA_DIR })
    const { code, stdout } = await nightdesk(['backup'], { DATABASE_URL: '', DATA_DIR })

    expect(code).toBe(0)
    expect(await stat(/Wrote (.*?):/.exec(stdout)?.[1] ?? '')).toMatchObject({ uid: 1000, gid: 1000 })
  },
)

/** Runs a command of Nightdesk in a shell script that mounts a file system of its own on `target`. */
const onDisk = (script: string, target: string, command: string[], env: NodeJS.ProcessEnv) =>
  promisify(execFile)(
    'unshare',
    [...OWN_MOUNTS, 'sh', '-c', script, target, process.execPath, MAIN, ...command],
    { env: { ...process.env, ...env } },
  )
