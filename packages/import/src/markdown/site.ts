import type { Archive } from '../archive/archive.ts'
import { type Fields, isFields, textOf } from '../archive/fields.ts'
import { decodeText } from '../archive/text.ts'
import { parseYaml } from '../archive/yaml.ts'
import type { ImportLimits } from '../model.ts'
import { parseToml } from './front-matter.ts'

/** The program that made a site of the texts, as far as its files show. */
export interface MarkdownSite {
  generator: 'jekyll' | 'hugo' | 'astro' | 'none'
  /** Whether its texts may have the comments of Obsidian: `%% hidden %%`. */
  isObsidian: boolean
  title: string
  base: URL | null
  /** The pattern of addresses in Jekyll; in Hugo one for each folder. */
  permalinks: unknown
}

const CONFIGS =
  /^(?:_config\.ya?ml|(?:config\/_default\/)?(?:hugo|config)\.(?:toml|ya?ml|json)|astro\.config\.[cm]?[jt]s)$/

export async function readSite(archive: Archive, limits: ImportLimits): Promise<MarkdownSite> {
  const file = archive.paths.find((path) => CONFIGS.test(path))
  const generator = generatorOf(archive, file)
  const isObsidian = generator === 'none' || archive.paths.some((path) => /(?:^|\/)\.obsidian\//.test(path))
  if (!file) return { generator, isObsidian, title: '', base: null, permalinks: undefined }
  const text = decodeText(await archive.read(file, limits.textBytes))
  const config = await configOf(file, text)
  const address =
    textOf(config.url) || textOf(config.baseURL) || textOf(config.baseurl) || textOf(config.site)
  const folder = generator === 'jekyll' ? textOf(config.baseurl) : ''
  return {
    generator,
    isObsidian,
    title: textOf(config.title) || textOf(config.name),
    base: URL.parse(folder && !/^https?:/.test(folder) ? address.replace(/\/$/, '') + folder : address),
    permalinks: config.permalink ?? config.permalinks,
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
