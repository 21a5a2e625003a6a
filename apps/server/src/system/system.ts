import { type system as contract, type SystemStatus, WORK_CHECKS } from '@nightdesk/contracts'
import { formatBytes } from '@nightdesk/contracts/format-bytes'
import { storageProblem, storedObjects, workerStatus } from '@nightdesk/db'
import { ALL_CHECKS, runChecks } from '@nightdesk/doctor'
import { diskSpace } from '@nightdesk/storage'
import { sql } from 'kysely'
import type { Handlers } from '../calls/handlers.ts'
import type { Context } from '../context.ts'

export const system: Handlers<typeof contract> = {
  async status(ctx) {
    // In parallel, so that a database that hangs is waited for once.
    const asked = [storageStatus(ctx), databaseStatus(ctx), workerStatus(ctx.db)] as const
    const [s3, database, workers] = await Promise.all(asked)
    return {
      timestamp: Math.floor(Date.parse(ctx.now()) / 1000),
      s3,
      database,
      workers: { workers },
    }
  },

  checks({ db, storage, health_settings, proxy_watch, log }, { scope }) {
    const subject = { db, storage, settings: health_settings, proxies: proxy_watch }
    return runChecks(subject, scope === 'work' ? WORK_CHECKS : ALL_CHECKS, (err, check) => {
      log.warn({ err, check }, 'A check failed')
      return 'The log of the server says why.'
    })
  },

  diskSpace: ({ data_dir }) => diskSpace(data_dir),
}

/** Writes and reads an object, so that “connected” is true. */
async function storageStatus(ctx: Context): Promise<SystemStatus['s3']> {
  const { bucket, kind } = ctx.storage.description
  try {
    await ctx.storage.check()
  } catch (error) {
    ctx.log.warn({ err: error }, 'The storage check failed')
    return { status: 'error', bucket, message: 'The storage cannot be written to or read from' }
  }
  const { objects, bytes, missing } = await storedObjects(ctx.db)
  const problem = await storageProblem(ctx.db)
  const limit = ctx.storage_limit
  return {
    status: 'connected',
    bucket,
    message: `${kind === 'disk' ? 'Files are kept on this machine’s disk' : 'Connected to the bucket'}${describeMissing(missing)}`,
    ...(problem && { problem }),
    bucket_stats: {
      object_count: objects,
      total_size_formatted: formatBytes(bytes),
      max_size_bytes: limit,
      max_size_formatted: formatBytes(limit),
      usage_percentage: limit === 0 ? 0 : Math.round((bytes / limit) * 10_000) / 100,
    },
  }
}

function describeMissing(count: number) {
  if (count === 0) return ''
  return count === 1 ? '. One file is missing' : `. ${count} files are missing`
}

async function databaseStatus({ db, database_label }: Context): Promise<SystemStatus['database']> {
  const begun = performance.now()
  const { rows } = await sql<{ version: string; size: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size`.execute(
    db,
  )
  const milliseconds = Math.max(1, Math.round(performance.now() - begun))
  const { version, size } = rows[0]! // a select without from has one row
  const message = `PostgreSQL ${version}, ${formatBytes(size)}, answered in ${milliseconds} ms`
  return { status: 'connected', url: database_label, message }
}
