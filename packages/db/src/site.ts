import { DEFAULT_SITE, imagePath, type Site, type SiteFields, type SiteVersion } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from './client.ts'

/** The fields that the environment decides, which wins over every version. */
export type LockedSite = Partial<SiteFields>

/** The newest version of the site; 0 with the defaults while there is none. */
export async function readSite(
  db: DbOrTx,
  locked: LockedSite = {},
): Promise<{ version_number: number; site: Site }> {
  const newest = await db
    .selectFrom('site_versions')
    .select(['version_number', 'fields'])
    .orderBy('version_number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { version_number = 0, fields = {} } = newest ?? {}
  return { version_number, site: await withPictures(db, { ...DEFAULT_SITE, ...fields, ...locked }) }
}

/** The fields of one version, without those of the environment. Undefined when it does not exist. */
export async function readSiteVersion(db: DbOrTx, version_number: number): Promise<SiteFields | undefined> {
  if (version_number === 0) return DEFAULT_SITE
  const version = await db
    .selectFrom('site_versions')
    .select('fields')
    .where('version_number', '=', version_number)
    .executeTakeFirst()
  return version && { ...DEFAULT_SITE, ...version.fields }
}

/** The newest versions, the newest first. */
export async function listSiteVersions(db: DbOrTx, limit: number): Promise<SiteVersion[]> {
  const versions = await db
    .selectFrom('site_versions')
    .leftJoin('users', 'users.id', 'site_versions.created_by')
    .select(['version_number', 'fields', 'site_versions.created_at'])
    .select(sql<string>`coalesce(full_name, 'Someone who left')`.as('created_by_name'))
    .orderBy('version_number', 'desc')
    .limit(limit)
    .execute()
  return Promise.all(
    versions.map(async ({ fields, ...version }) => ({
      ...version,
      site: await withPictures(db, { ...DEFAULT_SITE, ...fields }),
    })),
  )
}

/** Appends a version. The caller has locked the site. */
export async function addSiteVersion(
  tx: Tx,
  version_number: number,
  fields: SiteFields,
  created_by: number,
): Promise<void> {
  await tx
    .insertInto('site_versions')
    .values({ version_number, fields: JSON.stringify(fields), created_by })
    .execute()
}

/** Makes other changes of the site wait until the transaction ends. */
export const lockSite = (tx: Tx) => sql`lock table site_versions in exclusive mode`.execute(tx)

/** Adds the pictures that fields name. One that is gone counts as none. */
export async function withPictures(db: DbOrTx, fields: SiteFields): Promise<Site> {
  const { logo_image_id: logo, icon_image_id: icon, hero_image_id: hero } = fields
  const ids = [logo, icon, hero].filter((id) => id !== null)
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('images')
          .select(['id', 'filename', 'width', 'height'])
          .where('id', 'in', ids)
          .execute()
  const pictureOf = (wanted: number | null) => {
    const row = rows.find(({ id }) => id === wanted)
    return row ? { url: imagePath(row.filename), width: row.width, height: row.height } : null
  }
  return { ...fields, logo: pictureOf(logo), icon: pictureOf(icon), hero_picture: pictureOf(hero) }
}
