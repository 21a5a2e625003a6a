import { Logger } from 'graphile-worker'
import type { Logger as Log } from 'pino'

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

/** Writes the log of the job queue into ours. Its info lines have the level debug. */
export const queueLogger = (log: Log) =>
  new Logger((scope) => (level, message, meta) => {
    const { error } = meta ?? {}
    log[levels[level as keyof typeof levels]](
      { ...scope, ...(error !== undefined && { err: error }) },
      message,
    )
  })
