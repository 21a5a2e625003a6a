import type { Archive } from '../archive/archive.ts'
import { isFields, listOf, textOf } from '../archive/fields.ts'
import type { OldAddress } from '../model.ts'
import { SourceError } from '../source-error.ts'
import type { GhostSite } from './ghost-site.ts'

/** Feeds, the pages of tags and authors, and the redirects that the site had itself. */
export async function* oldAddresses(
  site: GhostSite,
  archive: Archive | undefined,
): AsyncGenerator<OldAddress> {
  yield { path: '/rss/', target: { kind: 'feed' } }
  yield { path: '/feed/', target: { kind: 'feed' } }
  for (const { slug, name, isInternal } of site.tags.values())
    if (!isInternal && slug !== '') yield { path: `/tag/${slug}/`, target: { kind: 'tag', name } }
  for (const { slug, name } of site.users.values())
    if (slug !== '') yield { path: `/author/${slug}/`, target: { kind: 'author', name } }
  const file = archive?.paths.find((path) => /(?:^|\/)redirects(?:-[\d-]+)?\.(?:json|ya?ml)$/.test(path))
  if (!archive || !file) return
  const text = await archive.text(file)
  for (const [from, to] of file.endsWith('json') ? inJson(text) : await inYaml(text)) {
    const path = literalPath(from)
    if (path && to.startsWith('/')) yield { path, target: { kind: 'path', path: to } }
  }
}

type Rules = [from: string, to: string][]

function inJson(text: string): Rules {
  try {
    return listOf(JSON.parse(text)).map(({ from, to }) => [textOf(from), textOf(to)])
  } catch (error) {
    throw new SourceError('The file of redirects in the archive is damaged.', { cause: error })
  }
}

/** Rules by their status: `301: {/from: /to}`. */
async function inYaml(text: string): Promise<Rules> {
  const { parseYaml } = await import('../archive/yaml.ts')
  const rules = parseYaml(text)
  return Object.values(isFields(rules) ? rules : {}).flatMap((group) =>
    isFields(group) ? Object.entries(group).map(([from, to]): [string, string] => [from, textOf(to)]) : [],
  )
}

/** The path that a pattern is for; undefined if it is for several. */
function literalPath(pattern: string): string | undefined {
  const path = pattern
    .replace(/\\([/.-])/g, '$1')
    .replace(/^\^/, '')
    .replace(/\/?\??\$$/, '')
  return /[*+()[\]{}|\\^$]/.test(path) || !path.startsWith('/') ? undefined : path
}
