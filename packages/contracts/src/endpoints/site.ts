import { z } from 'zod'
import { endpoint, ofAdmins } from '../endpoint.ts'
import { id, instant, refuse, requiredName, requiredText, text } from '../fields.ts'
import { HEX_COLOUR } from '../rules/accent.ts'
import { CARDS_PER_PAGE } from '../rules/articles.ts'
import {
  canonicalLanguage,
  HEROES,
  headlineProblem,
  isTimezone,
  languageProblem,
  MAX_HEADLINE,
  MAX_HOME_STORIES,
  MAX_KICKER,
  MAX_MENU,
  MAX_MENU_LABEL,
  MAX_SITE_LINE,
  MAX_SITE_NAME,
  MAX_TAGLINE,
  menuAddressProblem,
} from '../rules/site.ts'
import { LANGUAGE } from '../rules/text.ts'
import { publishedImage } from './published.ts'

const link = z.object({
  label: requiredName('Label', MAX_MENU_LABEL),
  address: z.string('Address must be text').trim().superRefine(refuse(menuAddressProblem)),
})
export type SiteLink = z.infer<typeof link>

const links = (name: string) => z.array(link).max(MAX_MENU, `${name} has at most ${MAX_MENU} entries`)

const accent = z
  .string()
  .toLowerCase()
  .regex(HEX_COLOUR, 'Choose a colour such as #ffd21a')
  .nullable()
  .describe('Null: the yellow')

const image = id.nullable().describe('As the upload answered it. Null: none')

/** What an admin decides about the site. */
export const siteFields = z.object({
  name: requiredName('Name', MAX_SITE_NAME),
  tagline: text('Tagline', MAX_TAGLINE),
  headline: requiredText('Headline', MAX_HEADLINE).superRefine(refuse(headlineProblem)),
  kicker: text('Line above the headline', MAX_KICKER),
  description: text('Description', MAX_SITE_LINE).describe('For search engines. Empty: the tagline'),
  language: z
    .string('Language must be text')
    .trim()
    .superRefine(refuse(languageProblem))
    .transform((language) => canonicalLanguage(language) ?? language)
    .describe('Of the stories, as BCP 47 has it'),
  timezone: z
    .string()
    .refine(isTimezone, 'Choose a time zone such as Africa/Nairobi')
    .describe('Of the dates that readers see'),
  logo_image_id: image,
  icon_image_id: image,
  accent_light: accent,
  accent_dark: accent,
  hero: z.enum(HEROES),
  hero_image_id: image,
  home_stories: z
    .int('Show a whole number of stories')
    .min(1, 'Show at least one story')
    .max(MAX_HOME_STORIES, `Show at most ${MAX_HOME_STORIES} stories`),
  menu: links('The menu'),
  footer_line: text('Line of the footer', MAX_SITE_LINE),
  footer_links: links('The footer'),
  licence: text('Licence', MAX_SITE_LINE),
})
export type SiteFields = z.infer<typeof siteFields>

/** The site as it is before anybody has decided otherwise. */
export const DEFAULT_SITE: SiteFields = {
  name: 'The Night Desk',
  tagline: 'Short stories and science fiction, read by lamplight',
  headline: 'Small fictions from *very far* away.',
  kicker: 'Short stories & science fiction',
  description: '',
  language: LANGUAGE,
  timezone: 'UTC',
  logo_image_id: null,
  icon_image_id: null,
  accent_light: null,
  accent_dark: null,
  hero: 'drawing',
  hero_image_id: null,
  home_stories: CARDS_PER_PAGE,
  menu: [],
  footer_line: '',
  footer_links: [],
  licence: '',
}

const sitePicture = z.object({
  url: z.string(),
  /** Pixels. */
  width: z.int(),
  height: z.int(),
})

/** The fields of the site with its pictures. */
export const site = siteFields.extend({
  logo: sitePicture.nullable(),
  icon: sitePicture.nullable(),
  hero_picture: sitePicture.extend(publishedImage.shape).nullable(),
})
export type Site = z.infer<typeof site>

/** The same with its pictures: none. */
export const FRESH_SITE: Site = { ...DEFAULT_SITE, logo: null, icon: null, hero_picture: null }

const siteAnswer = z
  .object({
    /** 0 while nobody has saved anything. */
    version_number: z.int(),
    site,
    /** The fields that the environment decides, with the name of the variable. */
    locked: z.partialRecord(siteFields.keyof(), z.string()),
  })
  .meta({ id: 'Site' })
export type SiteAnswer = z.infer<typeof siteAnswer>

const siteVersion = z.object({
  version_number: z.int(),
  created_at: instant,
  created_by_name: z.string(),
  site,
})
export type SiteVersion = z.infer<typeof siteVersion>

/** Versions that the history has. */
export const MAX_SITE_VERSIONS = 100

/** What can be looked at before it is saved. */
export const SITE_PREVIEWS = ['home', 'story', 'card', 'mail'] as const
export type SitePreview = (typeof SITE_PREVIEWS)[number]

const changes = siteFields
  .partial()
  .strict()
  .refine((fields) => Object.keys(fields).length > 0, 'Say what changes')

export const siteApi = {
  get: endpoint('GET /admin/site', {
    ...ofAdmins,
    summary: 'What is decided about the site: its name, its look and its menu',
    output: siteAnswer,
  }),
  save: endpoint('PATCH /admin/site', {
    ...ofAdmins,
    summary:
      'Change the site, as a new version of it. Fields that somebody else has changed since `base_version`, and differently, ' +
      'are refused with 409; fields that the environment decides with 422',
    input: z.object({ base_version: z.int().min(0), changes }),
    output: siteAnswer,
  }),
  versions: endpoint('GET /admin/site/versions', {
    ...ofAdmins,
    summary: `The ${MAX_SITE_VERSIONS} newest versions of the site, the newest first`,
    output: z.array(siteVersion),
  }),
}

const previewAnswer = z.object({
  /** Of a page. */
  html: z.string().optional(),
  /** Of a card: a `data:` address. */
  image: z.string().optional(),
  /** Of a mail. */
  subject: z.string().optional(),
  text: z.string().optional(),
})
export type SitePreviewAnswer = z.infer<typeof previewAnswer>

/** Beside the contract, as pages are no data. */
export const previewSite = endpoint('POST /admin/site/preview', {
  ...ofAdmins,
  summary: 'A page, a card or a mail of the site with changes that are not saved',
  input: z.object({ changes: changes.optional(), shows: z.enum(SITE_PREVIEWS) }),
  output: previewAnswer,
})
