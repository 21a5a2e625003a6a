import { differingFields, isSameValue, type SiteAnswer, type SiteFields } from '@nightdesk/contracts'

/** What the screen calls each field, in its order. */
export const FIELD_LABELS: Record<keyof SiteFields, string> = {
  name: 'Name',
  tagline: 'Tagline',
  kicker: 'Line above the headline',
  headline: 'Headline',
  description: 'Description for search engines',
  language: 'Language',
  timezone: 'Time zone',
  logo_image_id: 'Logo',
  icon_image_id: 'Icon',
  accent_light: 'Accent, light',
  accent_dark: 'Accent, dark',
  hero: 'Beside the headline',
  hero_image_id: 'Picture beside the headline',
  home_stories: 'Stories on a page',
  menu: 'Menu',
  footer_line: 'Line of the footer',
  footer_links: 'Links of the footer',
  licence: 'Licence of the texts',
}

const FIELD_NAMES = Object.keys(FIELD_LABELS) as (keyof SiteFields)[] // of its own keys

export const differences = (one: SiteFields, other: SiteFields) => differingFields(FIELD_NAMES, one, other)

/** The fields, without pictures, that differ from a version of the site. The environment decides the others. */
export const changesOf = (fields: Partial<SiteFields>, { site, locked }: SiteAnswer): Partial<SiteFields> =>
  Object.fromEntries(
    FIELD_NAMES.filter(
      (name) => name in fields && !(name in locked) && !isSameValue(fields[name], site[name]),
    ).map((name) => [name, fields[name]]),
  )
