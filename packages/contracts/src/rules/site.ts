import { isSafeUrl, isWebUrl } from './paths.ts'
import { codePoints, isBlank, required } from './text.ts'

export const MAX_SITE_NAME = 100
export const MAX_TAGLINE = 300
export const MAX_HEADLINE = 120
export const MAX_KICKER = 60
export const MAX_SITE_LINE = 300
/** Entries of the menu, and links of the footer. */
export const MAX_MENU = 8
export const MAX_MENU_LABEL = 40
/** Stories on a page of the home page. */
export const MAX_HOME_STORIES = 48

/** Pixels of the largest icon that a device asks for. */
export const MIN_ICON_SIDE = 512
/** Pixels of the icons that pages, feeds and devices ask for. */
export const ICON_SIZES: readonly number[] = [32, 180, 192, 512]

/** The icon of the site in a size of {@link ICON_SIZES}. */
export const iconPath = ({ icon_image_id: id }: { icon_image_id: number | null }, size: number): string =>
  id === null ? `/icon-${size}.png` : `/icons/${id}-${size}.png`

/** The style sheet of the accents, which are `#rrggbb`. */
export const accentPath = (light: string, dark: string): string =>
  `/accents/${light.slice(1)}-${dark.slice(1)}.css`

/** What the home page shows above its stories. */
export const HEROES = ['drawing', 'picture', 'none'] as const

/** Whether a field has the same value twice; some are lists. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Those of some fields that differ. */
export const differingFields = <Name extends string>(
  names: readonly Name[],
  one: Readonly<Record<Name, unknown>>,
  other: Readonly<Record<Name, unknown>>,
): Name[] => names.filter((name) => !isSameValue(one[name], other[name]))

/** The problem of an address in the menu or the footer, in a sentence. */
export function menuAddressProblem(address: string): string | undefined {
  if (isWebUrl(address) || (isSafeUrl(address) && address.startsWith('/'))) return
  return 'Enter a path of this site, such as /about, or an address such as https://example.org'
}

/** The problem of a headline, whose stars emphasize. */
export function headlineProblem(headline: string): string | undefined {
  if ((headline.match(/\*/g)?.length ?? 0) % 2 === 1)
    return 'A star begins emphasis, and another one ends it: *very*'
  return isBlank(headline.replaceAll('*', '')) ? required('Headline') : undefined
}

/** A headline in parts: those between stars are emphasized. */
export const headlineParts = (headline: string): { text: string; isEmphasized: boolean }[] =>
  headline
    .split('*')
    .map((text, index) => ({ text, isEmphasized: index % 2 === 1 }))
    .filter(({ text }) => text !== '')

/** The problem of a language, in a sentence. */
export const languageProblem = (language: string): string | undefined =>
  canonicalLanguage(language) ? undefined : 'Enter the code of a language, such as en, de-CH or sw'

/** The code of a language as BCP 47 writes it: `en-GB`. Undefined for what is none. */
export function canonicalLanguage(language: string): string | undefined {
  try {
    if (codePoints(language) > 35) return undefined
    const [code = ''] = Intl.getCanonicalLocales(language)
    const { language: primary } = new Intl.Locale(code)
    // Intl takes `english` and `xx` for languages. Not all of three letters have a name, but none has more letters.
    const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
    return primary.length === 3 || names.of(primary) ? code : undefined
  } catch {
    return undefined // Intl throws a RangeError for what is no code
  }
}

/** Scripts that are read from right to left (ISO 15924). */
const RIGHT_TO_LEFT = ['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']

/** Undefined for left to right, which every page has anyway. */
export const directionOf = (language: string): 'rtl' | undefined =>
  RIGHT_TO_LEFT.includes(likelyLocale(language).script ?? '') ? 'rtl' : undefined

const likely = new Map<string, Intl.Locale>()

/** A language with the script and the region that it most likely has. Remembered, as each page asks twice. */
export function likelyLocale(language: string): Intl.Locale {
  const known = likely.get(language) ?? new Intl.Locale(language).maximize()
  likely.set(language, known)
  return known
}

/**
 * Whether this is UTC or the name of a time zone with a slash, which Intl and Postgres read alike: `BST` is Dhaka for one and
 * London for the other, and an offset such as `+05:00` is east of UTC for one and west of it for the other.
 */
export function isTimezone(name: string): boolean {
  try {
    return (
      (name === 'UTC' || /^\w.*\//.test(name)) &&
      Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
    )
  } catch {
    return false // Intl throws a RangeError for an unknown name
  }
}
