import { hash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded } from '../../packages/db/src/embedded/start.ts'
import { type Connection, connect } from '../../packages/db/src/index.ts'
import { noise, padded } from '../../packages/images/src/testing.ts'
import { newKey, openDisk } from '../../packages/storage/src/index.ts'
import { signIn } from '../../scripts/api.ts'
import { missingPostgres, startDebianPostgres } from '../../scripts/deploy/debian-postgres.ts'
import { ADMIN, startStack } from '../../scripts/stack.ts'
import { temporaryDirectory } from '../../scripts/temporary-directory.ts'
import { fillViews } from '../scale/site-with-views.ts'
import { publishArticles } from '../site.ts'

const STORIES = 20
const PICTURE_BYTES = 2_000_000

export interface LargeSite extends AsyncDisposable {
  /** For the command line. */
  env: { DATA_DIR: string; DATABASE_URL: string; LOG_LEVEL: string }
  uploads: string
  /** For backups and copies. */
  elsewhere: string
}

/** A site with so many views and bytes of pictures, on Debian’s Postgres, which has a `pg_dump`, or else the embedded one. */
export async function largeSite({ views, bytes }: { views: number; bytes: number }): Promise<LargeSite> {
  const ended = new AsyncDisposableStack()
  const { path: home } = ended.use(await temporaryDirectory('bench-backup'))
  const DATA_DIR = join(home, 'site')
  const hasDebian = !(await missingPostgres())
  const debian = hasDebian && ended.use(await startDebianPostgres({ home: join(home, 'debian') }))
  const url = debian ? debian.url : ended.use(await startEmbedded(join(DATA_DIR, 'postgres'))).owner_url
  const env = { DATA_DIR, DATABASE_URL: debian ? debian.url : '', LOG_LEVEL: 'warn' }
  await publishStories(env)
  const connection = connect(url, { max: 1, statementTimeout: 0 })
  await fillViews(connection, { views, stories: STORIES })
  await addPictures(connection, DATA_DIR, Math.round(bytes / PICTURE_BYTES))
  await connection.close()
  const elsewhere = join(home, 'elsewhere')
  await mkdir(elsewhere)
  return {
    env,
    uploads: join(DATA_DIR, 'uploads'),
    elsewhere,
    [Symbol.asyncDispose]: () => ended.disposeAsync(),
  }
}

async function publishStories(env: LargeSite['env']): Promise<void> {
  await using stack = await startStack({
    directory: env.DATA_DIR,
    admin: ADMIN,
    env: { ...env, BACKUP_EVERY: 'off' },
  })
  const { client } = await signIn(stack.url)
  await publishArticles(client, STORIES)
}

/** Without the jobs that make smaller copies: these are pictures of a size as cameras make them. */
async function addPictures({ db }: Pick<Connection, 'db'>, DATA_DIR: string, count: number): Promise<void> {
  const storage = await openDisk({ DATA_DIR })
  const picture = await noise(1_200, 900).jpeg({ quality: 90 }).toBuffer()
  for (let number = 0; number < count; number++) {
    // Decoders ignore bytes after the end of a picture.
    const file = padded(picture, PICTURE_BYTES)
    file.writeUInt32BE(number, PICTURE_BYTES - 4)
    const key = newKey('jpg')
    await storage.put(key, file)
    await db.insertInto('stored_objects').values({ key, bytes: PICTURE_BYTES }).execute()
    const sha256 = hash('sha256', file, 'buffer')
    const size = { bytes: PICTURE_BYTES, width: 1_200, height: 900 }
    await db
      .insertInto('images')
      .values({ ...size, filename: key, content_type: 'image/jpeg', sha256, uploaded_by: null })
      .execute()
  }
}
