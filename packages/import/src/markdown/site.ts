import type { Archive } from '../archive/archive.ts'
import { type Fields, isFields, textOf } from '../archive/fields.ts'
import { parseToml, parseYaml, textsOf } from './front-matter.ts'

/** The program that made a site of the texts, as far as its files show. */
export interface MarkdownSite {
  generator: 'jekyll' | 'hugo' | 'astro' | 'none'
  /** Whether it has the settings of Obsidian. */
  isVault: boolean
  title: string
  base: URL | null
  /** The pattern of addresses in Jekyll; in Hugo one for each folder. */
  permalinks: unknown
  /** What Jekyll leaves out, and the folders of whose texts it makes pages: `_recipes`. */
  excluded: string[]
  collections: string[]
}

/** Whether the program makes no page of a text because of where it is. Of a vault of Obsidian, only what says so is public. */
export function isHidden(path: string, site: MarkdownSite, { publish }: Fields): boolean {
  if (site.generator === 'none' && site.isVault) return !/^(?:true|yes)$/i.test(String(publish))
  const names = path.split('/').filter((name) => !/^_(?:posts|index\.\w+)$/.test(name))
  return (
    names.some((name) => /^[._]/.test(name) && !site.collections.includes(name)) ||
    names.slice(0, -1).some((name) => /^(?:drafts?|private|hidden|unlisted|trash)$/i.test(name)) ||
    site.excluded.some((start) => start !== '' && `${path}/`.startsWith(start))
  )
}

/** That of texts of which nothing is known. */
export const NO_SITE: MarkdownSite = {
  generator: 'none',
  isVault: false,
  title: '',
  base: null,
  permalinks: undefined,
  excluded: [],
  collections: [],
}

const CONFIGS =
  /^(?:_config\.ya?ml|(?:config\/_default\/)?(?:hugo|config)\.(?:toml|ya?ml|json)|astro\.config\.[cm]?[jt]s)$/

export async function readSite(archive: Archive): Promise<MarkdownSite> {
  const file = archive.paths.find((path) => CONFIGS.test(path))
  const generator = generatorOf(archive, file)
  const isVault = archive.paths.some((path) => /(?:^|\/)\.obsidian\//.test(path))
  if (!file) return { ...NO_SITE, generator, isVault }
  const text = await archive.text(file)
  const config = await configOf(file, text)
  const address =
    textOf(config.url) || textOf(config.baseURL) || textOf(config.baseurl) || textOf(config.site)
  const folder = generator === 'jekyll' ? textOf(config.baseurl) : ''
  return {
    generator,
    isVault,
    title: textOf(config.title) || textOf(config.name),
    base: URL.parse(folder && !/^https?:/.test(folder) ? address.replace(/\/$/, '') + folder : address),
    permalinks: config.permalink ?? config.permalinks,
    excluded: textsOf(config.exclude).map((name) => name.replace(/^\.?\/|\*.*$/g, '')),
    collections: Object.entries(isFields(config.collections) ? config.collections : {}).flatMap(
      ([name, collection]) => (isFields(collection) && collection.output === true ? [`_${name}`] : []),
    ),
  }
}

function generatorOf({ paths }: Archive, config = ''): MarkdownSite['generator'] {
  if (config.startsWith('_config') || paths.some((path) => /(?:^|\/)_posts\//.test(path))) return 'jekyll'
  if (config.startsWith('astro') || paths.some((path) => path.startsWith('src/content/'))) return 'astro'
  if (config !== '' || paths.some((path) => /^(?:archetypes|content)\//.test(path))) return 'hugo'
  return 'none'
}

async function configOf(file: string, text: string): Promise<Fields> {
  if (file.startsWith('astro')) return { site: /\bsite:\s*["'`]([^"'`]+)/.exec(text)?.[1] }
  const config = file.endsWith('.toml') ? await parseToml(text) : parseYaml(text)
  return isFields(config) ? config : {}
}
