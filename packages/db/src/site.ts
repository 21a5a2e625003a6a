import {
  DEFAULT_SITE,
  FRESH_SITE,
  imagePath,
  type Site,
  type SiteFields,
  type SiteVersion,
} from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from './client.ts'
import { readImages } from './stored-objects.ts'

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
  const { version_number = 0, fields = {} } = newest ?? {}
  const [site = FRESH_SITE] = await withPictures(db, [{ ...DEFAULT_SITE, ...fields, ...locked }])
  return { version_number, site }
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
  const sites = await withPictures(
    db,
    versions.map(({ fields }) => ({ ...DEFAULT_SITE, ...fields })),
  )
  return versions.map(({ fields: _, ...version }, index) => ({
    ...version,
    site: sites[index] ?? FRESH_SITE,
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

/** Adds the pictures that fields name, with two queries for all. One that is gone counts as none. */
async function withPictures(db: DbOrTx, all: readonly SiteFields[]): Promise<Site[]> {
  const ids = all.flatMap(({ logo_image_id, icon_image_id, hero_image_id }) =>
    [logo_image_id, icon_image_id, hero_image_id].filter((id) => id !== null),
  )
  const images =
    ids.length === 0
      ? []
      : await db.selectFrom('images').select(['id', 'filename']).where('id', 'in', ids).execute()
  const known = await readImages(
    db,
    images.map(({ filename }) => filename),
  )
  const pictures = new Map(
    images.flatMap(({ id, filename }) => {
      const image = known.get(filename)
      return image ? [[id, { url: imagePath(filename), ...image }]] : []
    }),
  )
  const pictureOf = (id: number | null) => pictures.get(id ?? 0) ?? null
  return all.map((fields) => ({
    ...fields,
    logo: pictureOf(fields.logo_image_id),
    icon: pictureOf(fields.icon_image_id),
    hero_picture: pictureOf(fields.hero_image_id),
  }))
}
