import { type ExecFileOptions, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { settings } from '@nightdesk/config'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../packages/storage/src/testing-port.ts'
import { makeKey } from './api.ts'
import { makeArchivedSite } from './docs/archived-site.ts'
import { heavy } from './docs/heavy-commands.ts'
import { readBlock, readCommands } from './docs/read-commands.ts'
import { ADMIN, type Stack, startStack } from './stack.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')
const account = { EMAIL: ADMIN.username, PASSWORD: ADMIN.password }

/** Without `node_modules`: readers type the commands into a shell whose Node may be older than ours. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

const MOMENT = '2026-11-22T10:15:00Z'
const UNTIL = `npm run nightdesk -- restore --until '${MOMENT}' --replace`

const CLIENT = 'nightdesk-client-0.2.0.tgz'
const INSTALL = `npm install ../nightdesk/${CLIENT}`

/** Commands that run here, what runs them, and what they print. */
const light: Record<string, [run: (command: string) => Promise<string>, printed: RegExp]> = {
  'npm run nightdesk -- <command>': [
    () => type('npm run nightdesk -- --help'),
    /migrate +Bring the database/,
  ],
  'npx playwright test journey': [(command) => type(`${command} --list`), /journey\.spec\.ts/],
  'CORPUS_DIR=folder npm run corpus': [
    () => type(`CORPUS_DIR=${site.folder} npm run corpus`),
    /Documents pasted/,
  ],
  'npm run shape': [(command) => type(command), /Files in circles, types included: none/],
  // It exits with 1 when something is wrong with the machine of the test.
  'npm run nightdesk -- doctor': [(command) => onSite(`${command} || true`), /\d+ checks\./],
  'npm run nightdesk -- backup': [onSite, /Wrote .*\.tar: \d+ rows/],
  'npm run nightdesk -- export stories.zip': [
    () => onSite(`npm run nightdesk -- export ${join(site.folder, 'stories.zip')}`),
    /Wrote .*stories\.zip: \d+ stories/,
  ],
  'npm run nightdesk -- export --static site': [
    () => onSite(`npm run nightdesk -- export --static ${join(site.folder, 'site')}`),
    /Wrote .*site: \d+ pages/,
  ],
  'npm run nightdesk -- backup verify': [onSite, /\d+ pictures identical/],
  'npm run nightdesk -- restore FILE': [restore, /equal to the backup/],
  'npm run nightdesk -- restore FILE --replace': [restore, /has the data of before/],
  [UNTIL]: [restoreMoment, /Moment +20.*\nChanged/],
  'npm run nightdesk -- upgrade --check': [onSite, /None is pending/],
  'npm run nightdesk -- upgrade': [onSite, /The database is up to date/],
  'npm run client': [(command) => type(command), /Wrote nightdesk-client/],
  [INSTALL]: [installClient, /added \d+ packages/],
  'node notice.mjs': [(command) => type(command, { cwd: site.folder }), /\/post\/\d+/],
  'ADMIN_EMAIL=ada@example.org ADMIN_PASSWORD=lamplight npm start': [
    (command) => untilPrinted(command, 'Nightdesk is ready at'),
    /Created the first admin/,
  ],
}

const VITEST = /^npx vitest run /
const { vitest = [], others = [] } = Object.groupBy(await readCommands(), ({ command }) =>
  VITEST.test(command) ? 'vitest' : 'others',
)

let site: { stack: Stack; folder: string; key: string }

beforeAll(async () => {
  const stack = await startStack({ isShared: true, admin: ADMIN })
  site = { stack, folder: await layOutScripts(), key: await makeKey(stack.url) }
})

afterAll(async () => {
  await site.stack[Symbol.asyncDispose]()
  await rm(site.folder, { recursive: true })
})

test.each(others)('$document: `$command` is tried here, or there is a reason why not', ({ command }) => {
  expect([...Object.keys(light), ...Object.keys(heavy)]).toContain(command)
})

test.each(vitest)('$document: `$command` names files that exist', async ({ command }) => {
  for (const path of command.replace(VITEST, '').split(' ')) await access(join(ROOT, path))
})

test('every command that is listed here is in a document', () => {
  const printed = others.map(({ command }) => command)
  for (const command of Object.keys({ ...light, ...heavy })) {
    if (command !== 'npm start') expect(printed).toContain(command)
  }
})

test.each(Object.entries(light))(
  '`%s` does as the document says, on the Node of the machine',
  async (command, [run, printed]) => {
    expect(await run(command)).toMatch(printed)
  },
)

test.each(Object.keys(heavy))('`%s` exists', async (command) => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  for (const [, script = ''] of command.matchAll(/npm (?:run )?([\w-]+)/g)) {
    expect(['ci', 'install', ...Object.keys(scripts)]).toContain(script)
  }
  const runs = await readFile(join(ROOT, 'scripts/torture.ts'), 'utf8')
  for (const name of /--only (\S+)/.exec(command)?.[1]?.split(',') ?? []) {
    expect(runs).toMatch(new RegExp(`^  (async )?${name}[(:]`, 'm'))
  }
})

/** Without a registry: what the client needs comes from this workspace. */
async function installClient(): Promise<string> {
  const needed = ['@trpc/client', '@trpc/server', 'zod'].map((name) => join(ROOT, 'node_modules', name))
  const { stdout } = await run('npm', ['pack', ...needed, '--silent'], options({ cwd: site.folder }))
  const packed = [join(ROOT, CLIENT), ...stdout.trim().split('\n')]
  return type(`npm install ${packed.join(' ')} --offline --legacy-peer-deps`, { cwd: site.folder })
}

test('the packed client is small, has no source but its own, and knows the type of each call on Node 20 and ours', async () => {
  const packed = join(ROOT, CLIENT)
  expect((await stat(packed)).size).toBeLessThan(60_000)
  const { stdout } = await run('tar', ['-tf', packed])
  expect(stdout.match(/.*(?<!\.d)\.[jt]s$/gm)).toEqual(['package/index.js'])

  expect(await type(`${process.execPath} notice.mjs`, { cwd: site.folder })).toMatch(/\/post\/\d+/)
  await expect(compile('notice.mjs')).resolves.toBe('')
  const script = await readFile(join(site.folder, 'notice.mjs'), 'utf8')
  await writeFile(join(site.folder, 'typo.mjs'), script.replace('poster_image_id:', 'poster_image:'))
  await expect(compile('typo.mjs')).rejects.toMatchObject({ stdout: expect.stringContaining('poster_image') })
})

/** Type-checks a script in its folder. */
async function compile(script: string): Promise<string> {
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')]
  const checks = ['--noEmit', '--allowJs', '--checkJs', '--strict', '--skipLibCheck', '--module', 'nodenext']
  const { stdout } = await run(join(ROOT, 'node_modules/.bin/tsc'), [...checks, ...types, script], {
    cwd: site.folder,
  })
  return stdout
}

test.each([
  ['a key', async () => ''],
  [
    'the token of a sign-in',
    async () => `${await readBlock('docs/scripting.md', 'TOKEN=$(curl')}KEY=$TOKEN\n`,
  ],
])('the calls by curl publish a story with a poster, by %s', async (_, signIn) => {
  const calls = (await signIn()) + (await readBlock('docs/scripting.md', 'POSTER=$(curl'))
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', calls], options({ cwd: site.folder }))
  expect(stdout.trim()).toBe('"published"')
})

test('every setting of .env.example is one, all of them are in it, and npm start reads the file', async () => {
  const text = await readFile(join(ROOT, '.env.example'), 'utf8')
  const named = [...text.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(Object.keys(settings.shape).toSorted())

  const file = join(site.folder, '.env')
  await writeFile(file, text.replace(/^#?SITE_NAME=.*$/m, 'SITE_NAME=The Desk of a File'))
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const node = /node .*main\.mjs/
    .exec(scripts.nightdesk)?.[0]
    .replace('apps/cli/src/main.mjs', '-p process.env.SITE_NAME')
  const ours = { PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${PATH}` }
  const { stdout } = await run('sh', ['-c', node ?? ''], { ...options({ cwd: site.folder }), env: ours })
  expect(stdout.trim()).toBe('The Desk of a File')
})

const options = ({ cwd = ROOT, env = {} }: Pick<ExecFileOptions, 'cwd' | 'env'> = {}) => ({
  cwd,
  env: { ...process.env, PATH, SITE: site.stack.url, KEY: site.key, ...account, ...env },
})

/** Types a command with the data of the site. */
function onSite(command: string): Promise<string> {
  return type(command, { env: { DATA_DIR: site.stack.directory, DATABASE_URL: site.stack.database_url } })
}

/** Restores the backup that was made before, into a data directory of its own. */
async function restore(command: string): Promise<string> {
  const backups = join(site.stack.directory, 'backups')
  const [file = ''] = await readdir(backups)
  const env = { DATA_DIR: join(site.folder, 'restored'), DATABASE_URL: '' }
  return type(command.replace('FILE', join(backups, file)), { env })
}

/** Restores a moment of a site with the embedded Postgres, whose changes were archived. */
async function restoreMoment(): Promise<string> {
  const DATA_DIR = join(site.folder, 'archived')
  const moment = await makeArchivedSite(DATA_DIR)
  return type(UNTIL.replace(MOMENT, moment), { env: { DATA_DIR, DATABASE_URL: '' } })
}

async function type(command: string, where: Pick<ExecFileOptions, 'cwd' | 'env'> = {}): Promise<string> {
  const { stdout, stderr } = await run('bash', ['-c', command], options(where))
  return stdout + stderr
}

/** Runs a command until it has printed this text, stops it with Ctrl-C, and waits for its exit. */
async function untilPrinted(command: string, said: string): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'nightdesk-docs-'))
  const port = String(await freePort())
  const child = spawn('bash', ['-c', command], {
    ...options({ env: { DATA_DIR: home, PORT: port } }),
    detached: true,
  })
  let printed = ''
  const ended = once(child, 'exit')
  const isSaid = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        printed += text
        if (printed.includes(said)) resolve()
      })
    }
  })
  await Promise.race([isSaid, ended])
  process.kill(-(child.pid ?? 0), 'SIGINT')
  await ended
  await rm(home, { recursive: true, force: true, maxRetries: 10 })
  return printed
}

/** Makes an empty folder for the script of the documents, with a poster. */
async function layOutScripts(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nightdesk-scripts-'))
  await writeFile(
    join(folder, 'notice.mjs'),
    await readBlock('docs/scripting.md', "from '@nightdesk/client'"),
  )
  await writeFile(join(folder, 'lamp.html'), '<p>The ferry leaves at dusk.</p>')
  await sharp({ create: { width: 40, height: 30, channels: 3, background: '#23356F' } }).toFile(
    join(folder, 'poster.png'),
  )
  return folder
}
