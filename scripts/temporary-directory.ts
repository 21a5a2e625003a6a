import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new directory that anybody may enter, as Postgres may run as nobody. Disposing deletes it. */
export async function temporaryDirectory(name: string): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), `nightdesk-${name}-`))
  await chmod(path, 0o755)
  return {
    path,
    // On a busy machine, a Postgres stopped immediately may still be closing its files.
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 10 }),
  }
}
