import { SITE_VARIABLES } from '@nightdesk/config'
import {
  conflict,
  type siteApi as contract,
  differingFields,
  invalid,
  isSameValue,
  MAX_SITE_VERSIONS,
  MIN_ICON_SIDE,
  type SiteAnswer,
  type SiteFields,
  siteFields,
} from '@nightdesk/contracts'
import {
  addSiteVersion,
  type DbOrTx,
  EVERYTHING,
  listSiteVersions,
  lockSite,
  readSite,
  readSiteVersion,
  type Tx,
} from '@nightdesk/db'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { Dependencies, Handlers } from '../context.ts'

export const site: Handlers<typeof contract> = {
  get: (ctx) => readAnswer(ctx.db, ctx),

  save: (ctx, { base_version, changes }) =>
    change(ctx, async (tx, invalidate) => {
      requireUnlocked(ctx.locked_site, changes)
      // What the environment says is in no version.
      const own = Object.fromEntries(Object.entries(changes).filter(([name]) => !(name in ctx.locked_site)))
      await lockSite(tx)
      // What versions say, whatever the environment does.
      const { version_number, site } = await readSite(tx)
      const fields = siteFields.parse(site)
      const base = await readSiteVersion(tx, base_version)
      if (!base) throw invalid('base_version', 'There is no such version of the site')
      requireNoConflict(base, fields, own)
      const merged = { ...fields, ...own }
      const changed = differingFields(NAMES, merged, fields)
      if (changed.length === 0) return readAnswer(tx, ctx)
      await requirePictures(tx, merged, own)
      await addSiteVersion(tx, version_number + 1, merged, ctx.session.user.id)
      await audit(tx, ctx, 'site.update', 'site', { version_number: version_number + 1, fields: changed })
      invalidate(EVERYTHING)
      return readAnswer(tx, ctx)
    }),

  versions: ({ db }) => listSiteVersions(db, MAX_SITE_VERSIONS),
}

async function readAnswer(
  db: DbOrTx,
  { locked_site }: Pick<Dependencies, 'locked_site'>,
): Promise<SiteAnswer> {
  const variables = Object.entries(SITE_VARIABLES).filter(([field]) => field in locked_site)
  return { ...(await readSite(db, locked_site)), locked: Object.fromEntries(variables) }
}

type Changes = Partial<SiteFields>
const NAMES = siteFields.keyof().options

/** @throws VALIDATION_FAILED when the environment decides one of the fields */
function requireUnlocked(locked: Changes, changes: Changes): void {
  const name = (Object.keys(SITE_VARIABLES) as (keyof typeof SITE_VARIABLES)[]).find(
    (field) => field in locked && changes[field] !== undefined && changes[field] !== locked[field],
  )
  if (name)
    throw invalid(`changes.${name}`, `The variable ${SITE_VARIABLES[name]} of the server decides this.`)
}

/** @throws CONFLICT when somebody else has changed the same field to something else since `base` */
function requireNoConflict(base: SiteFields, current: SiteFields, changes: Changes): void {
  const both = differingFields(NAMES, current, base).filter(
    (name) => name in changes && !isSameValue(changes[name], current[name]),
  )
  if (both.length > 0)
    throw conflict(`Somebody else has changed this meanwhile: ${both.map(wordsOf).join(', ')}.`)
}

/** `footer_line` → “footer line” */
const wordsOf = (name: string) => name.replace('_image_id', '').replaceAll('_', ' ')

/** @throws VALIDATION_FAILED for a picture that does not exist, or does not serve as an icon */
async function requirePictures(tx: Tx, { hero, hero_image_id }: SiteFields, changes: Changes): Promise<void> {
  if (hero === 'picture' && hero_image_id === null)
    throw invalid('changes.hero_image_id', 'Choose the picture that the home page shows.')
  for (const name of ['logo_image_id', 'icon_image_id', 'hero_image_id'] as const) {
    const id = changes[name]
    if (!id) continue
    const image = await tx
      .updateTable('images')
      .set({ removed_at: null })
      .where('id', '=', id)
      .returning(['width', 'height'])
      .executeTakeFirst()
    if (!image) throw invalid(`changes.${name}`, 'The picture does not exist. Please upload it again.')
    if (name === 'icon_image_id' && (image.width !== image.height || image.width < MIN_ICON_SIDE))
      throw invalid(
        'changes.icon_image_id',
        `An icon is a square of at least ${MIN_ICON_SIDE} pixels. This picture has ${image.width} × ${image.height}.`,
      )
  }
}
