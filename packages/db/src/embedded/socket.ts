import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { clusterName } from './leftovers.ts'

/** macOS's, which is shorter than Linux's 107. */
const MAX_SOCKET_PATH = 103

/** Where the socket is: beside the files, or in the temporary directory when that path is too long for a socket. */
export function socketDirectory(home: string, { ids }: Account): string {
  if (Buffer.byteLength(join(home, '.s.PGSQL.5432')) <= MAX_SOCKET_PATH) return home
  const directory = join(tmpdir(), clusterName(home))
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const mine = process.getuid?.()
  const found = lstatSync(directory)
  // Anyone may put a directory of this name there first and answer in our place.
  const isOurs = found.isDirectory() && (found.uid === mine || found.uid === ids.uid)
  if (mine !== undefined && !isOurs) throw new Error(`${directory} belongs to someone else`)
  chmodSync(directory, 0o700)
  if (ids.uid !== undefined && ids.gid !== undefined) chownSync(directory, ids.uid, ids.gid)
  return directory
}
