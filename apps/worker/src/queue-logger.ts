import { Logger } from 'graphile-worker'
import type { Logger as Log } from 'pino'

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

/** What the job queue has to say, in our log. Its routine lines are debugging. */
export const queueLogger = (log: Log) =>
  new Logger((scope) => (level, message, meta) => {
    const { error } = meta ?? {}
    log[levels[level as keyof typeof levels]](
      { ...scope, ...(error !== undefined && { err: error }) },
      message,
    )
  })
