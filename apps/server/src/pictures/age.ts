import { type SqlBool, sql } from 'kysely'

/** A younger picture may be in a text that a device has not sent yet. */
export const OLD_ENOUGH = sql<SqlBool>`images.created_at < now() - interval '1 day'`
