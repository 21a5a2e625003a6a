import { DEFAULT_SITE, type Site, type SiteFields, type SiteVersion } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from './client.ts'
import { readPictures } from './stored-objects.ts'

/**
 * The newest version of the site; 0 with the defaults while there is none.
 * @param locked fields that win over every version: what the environment decides, or changes that are only previewed
 */
export async function readSite(
  db: DbOrTx,
  locked: Partial<SiteFields> = {},
): Promise<{ version_number: number; site: Site }> {
  const newest = await db
    .selectFrom('site_versions')
    .select(['version_number', 'fields'])
    .orderBy('version_number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const fields = { ...DEFAULT_SITE, ...newest?.fields, ...locked }
  const withPictures = await readPicturesOf(db, [fields])
  return { version_number: newest?.version_number ?? 0, site: withPictures(fields) }
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
  const all = versions.map(({ fields }) => ({ ...DEFAULT_SITE, ...fields }))
  const withPictures = await readPicturesOf(db, all)
  return versions.map(({ fields, ...version }) => ({
    ...version,
    site: withPictures({ ...DEFAULT_SITE, ...fields }),
  }))
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

/** Reads the pictures of all with one query. @returns adds them to one. A picture that is gone counts as none. */
async function readPicturesOf(db: DbOrTx, all: readonly SiteFields[]): Promise<(fields: SiteFields) => Site> {
  const ids = all.flatMap(({ logo_image_id, icon_image_id, hero_image_id }) =>
    [logo_image_id, icon_image_id, hero_image_id].filter((id) => id !== null),
  )
  const pictures = await readPictures(db, ids)
  const pictureOf = (id: number | null) => pictures.get(id ?? 0) ?? null
  return (fields) => ({
    ...fields,
    logo: pictureOf(fields.logo_image_id),
    icon: pictureOf(fields.icon_image_id),
    hero_picture: pictureOf(fields.hero_image_id),
  })
}
