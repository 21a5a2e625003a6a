import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLocked, lockDirectory } from '@nightdesk/db/embedded'

const PREFIX = 'nightdesk-verify-'

interface Scratch extends AsyncDisposable {
  /** For a Postgres. */
  home: string
}

/** A temporary directory for one trial restore. Those that a killed process left are deleted first. */
export async function createScratch(): Promise<Scratch> {
  await removeAbandoned()
  const directory = await mkdtemp(join(tmpdir(), PREFIX))
  const lock = await lockDirectory(directory)
  // Postgres may run as the user nobody, who needs access.
  await chmod(directory, 0o755)
  return {
    home: join(directory, 'postgres'),
    async [Symbol.asyncDispose]() {
      lock.release()
      await remove(directory)
    },
  }
}

/** A Postgres that still runs in one of them ends by itself when its files are gone. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const directory = join(tmpdir(), name)
    if (name.startsWith(PREFIX) && (await isAbandoned(directory))) await remove(directory)
  }
}

/** Other users may verify backups too, and another process may just have made a directory without a lock. */
async function isAbandoned(directory: string): Promise<boolean> {
  const owner = await stat(directory).then(
    ({ uid }) => uid,
    () => null, // it was deleted meanwhile
  )
  return owner === process.getuid?.() && existsSync(join(directory, 'lock')) && !isLocked(directory)
}

const remove = (directory: string) => rm(directory, { recursive: true, force: true, maxRetries: 10 })
