import { type ArchivedCluster, readWalArchive, type StoredBase } from '@nightdesk/db/wal'
import { RestoreRefused } from '../errors.ts'

export interface FoundBase {
  cluster: ArchivedCluster
  base: StoredBase
}

/**
 * The base backups from which a moment may be reached, the likeliest first: of each timeline of each cluster those before that
 * moment, the last one first, and first those of the timeline with the latest.
 * @param present the cluster that the site has now, if it has one
 * @throws RestoreRefused when there is none
 */
export async function findOrigins(
  archive: string,
  until: string,
  present: string | null,
): Promise<FoundBase[][]> {
  const all = ofOneSite(await readWalArchive(archive), archive, present).sort(byAge)
  const [oldest] = all
  if (!oldest) throw new RestoreRefused(`There is no base backup in ${archive}. BACKUP_WAL=on makes one`)
  const earlier = all.filter(({ base }) => base.ended_at <= until).reverse()
  if (earlier.length === 0)
    throw new RestoreRefused(
      `The archive begins at ${oldest.base.ended_at}: an earlier moment cannot be restored`,
    )
  // The first of each timeline decides their order.
  return [...Map.groupBy(earlier, ({ cluster, base }) => `${cluster.id} ${base.timeline}`).values()]
}

const byAge = (a: FoundBase, b: FoundBase) => (a.base.ended_at < b.base.ended_at ? -1 : 1)

/** Several sites may share a directory. */
function ofOneSite(clusters: ArchivedCluster[], archive: string, present: string | null): FoundBase[] {
  const all = clusters.flatMap((cluster) => cluster.bases.map((base) => ({ cluster, base })))
  const own = all.find(({ cluster }) => cluster.id === present)?.base.installation
  const sites = new Set(all.map(({ base }) => base.installation))
  if (own === undefined && sites.size > 1)
    throw new RestoreRefused(
      `${archive} has the changes of several sites. Move those of the others elsewhere`,
    )
  return all.filter(({ base }) => own === undefined || base.installation === own)
}
