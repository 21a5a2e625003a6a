import type { SiteWithViews } from './site-with-views.ts'

interface TableSize {
  name: string
  /** With partitions, indexes and long values. */
  bytes: number
  /** Of the indexes only. */
  index_bytes: number
  rows: number
}

/** The tables of more than 8 MB, the largest first. */
export function tableSizes({ asOwner }: SiteWithViews): Promise<TableSize[]> {
  return asOwner(async ({ pool }) => {
    const { rows } = await pool.query<TableSize>(`
      select coalesce(parent.relname, own.relname) as name, sum(pg_total_relation_size(own.oid))::float8 as bytes,
        sum(pg_indexes_size(own.oid))::float8 as index_bytes, sum(greatest(own.reltuples, 0))::float8 as rows
      from pg_class own
      left join pg_inherits on inhrelid = own.oid
      left join pg_class parent on parent.oid = inhparent
      where own.relkind = 'r'
      group by 1 having sum(pg_total_relation_size(own.oid)) > 8 * 1024 * 1024 order by 2 desc`)
    return rows
  })
}
