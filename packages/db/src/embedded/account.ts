import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** The account that Postgres runs as, since it refuses to run as root. */
export interface Account {
  /** Prefix of the command line. */
  prefix: string[]
  /** Empty for the ids of this process. */
  ids: { uid?: number; gid?: number }
}

/** Not our environment: Postgres reads PG* variables and the locale from it. */
export const ENVIRONMENT = { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' }

const NOBODY = 65534
/** Stops Postgres when this process is killed. Linux only. */
const END_WITH_PARENT = ['setpriv', '--pdeathsig', 'INT', '--']
/** A user namespace that maps root to nobody: no files need another owner. Many containers forbid it. */
const AS_NOBODY = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--']

/** As root, Postgres runs as the owner of the directory; if that is root too, as nobody. */
export function chooseAccount(directory: string): Account {
  const setpriv = isPermitted(END_WITH_PARENT) ? END_WITH_PARENT : []
  if (process.getuid?.() !== 0) return { prefix: setpriv, ids: {} }
  const { uid, gid } = statSync(directory)
  if (uid !== 0) return { prefix: setpriv, ids: { uid, gid } }
  if (isPermitted(AS_NOBODY)) return { prefix: [...AS_NOBODY, ...setpriv], ids: {} }
  execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, directory])
  return { prefix: setpriv, ids: { uid: NOBODY, gid: NOBODY } }
}

const isPermitted = ([program = '', ...args]: string[]) =>
  spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0
