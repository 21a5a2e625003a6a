import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

// What a data directory has while a restore or a move is not complete. A module of its own: every start looks for these paths, and
// loads the rest of the package, which takes memory, only when one is there.

/** Where a restore builds the data, on the same disk, so that it only needs to be renamed. */
export const scratchOf = (data_dir: string): string => join(data_dir, 'restore')

/** All that a restore or a move leaves there when it is killed. */
const LEFT = /^(postgres|uploads|jwt\.key|dump\.tar|lock|swap\.json)(\.partial)?$/

/** Whether a directory at {@link scratchOf} may be deleted. Somebody may have put other files there, such as the backup itself. */
export const isScratch = async (directory: string): Promise<boolean> =>
  (await readdir(directory)).every((name) => LEFT.test(name))

/** The file that is there while the parts of a restore take their place. */
export const swapPlanOf = (data_dir: string): string => join(scratchOf(data_dir), 'swap.json')

/** Where the Postgres of an earlier release is installed while its database is moved. */
export const earlierPostgresOf = (data_dir: string): string => join(data_dir, 'earlier-postgres')

/** The file that is there until the store knows a moved cluster: it has the mark of the cluster of before. */
export const formerMarkOf = (data_dir: string): string => join(data_dir, 'postgres', 'former-mark')
