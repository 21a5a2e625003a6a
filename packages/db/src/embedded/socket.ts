import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { clusterName } from './leftovers.ts'

/** The limit of macOS, which is shorter than the 107 of Linux. */
const MAX_SOCKET_PATH = 103

/** The directory of the socket: beside the files, or in the temporary directory when that path is too long. */
export function socketDirectory(home: string, { ids }: Account): string {
  if (Buffer.byteLength(join(home, '.s.PGSQL.5432')) <= MAX_SOCKET_PATH) return home
  const directory = join(tmpdir(), clusterName(home))
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const mine = process.getuid?.()
  const found = lstatSync(directory)
  // Another user could have created a directory of this name first, and answer instead of Postgres.
  const isOurs = found.isDirectory() && (found.uid === mine || found.uid === ids.uid)
  if (mine !== undefined && !isOurs) throw new Error(`${directory} belongs to someone else`)
  chmodSync(directory, 0o700)
  if (ids.uid !== undefined && ids.gid !== undefined) chownSync(directory, ids.uid, ids.gid)
  return directory
}
