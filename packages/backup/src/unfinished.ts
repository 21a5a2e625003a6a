import { join } from 'node:path'

// What a data directory has while a restore or a move is not complete. A module of its own: every start looks for these paths, and
// loads the rest of the package, which takes memory, only when one is there.

/** Where a restore builds the data, on the same disk, so that it only needs to be renamed. */
export const scratchOf = (data_dir: string): string => join(data_dir, 'restore')

/** The file that is there while the parts of a restore take their place. */
export const swapPlanOf = (data_dir: string): string => join(scratchOf(data_dir), 'swap.json')

/** Where the Postgres of an earlier release is installed while its database is moved. */
export const earlierPostgresOf = (data_dir: string): string => join(data_dir, 'earlier-postgres')

/** The file that is there until the store knows a moved cluster: it has the mark of the cluster of before. */
export const formerMarkOf = (data_dir: string): string => join(data_dir, 'postgres', 'former-mark')
