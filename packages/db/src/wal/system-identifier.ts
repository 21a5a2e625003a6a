import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** The number that `initdb` gave a cluster, with which its control file begins; null without a cluster. */
export async function readSystemIdentifier(cluster: string): Promise<string | null> {
  try {
    await using file = await open(join(cluster, 'global', 'pg_control'))
    const { buffer } = await file.read(Buffer.alloc(8))
    return buffer.readBigUInt64LE().toString()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error // open throws only errors of the system
    return null
  }
}
