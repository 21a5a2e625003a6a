import type { ColumnType } from 'kysely'

/** An instant, read as an ISO 8601 string in UTC. */
export type Instant = ColumnType<string, string | undefined, string>
/** Written as JSON text, read as the value. */
export type Json<T> = ColumnType<T, string, string>
