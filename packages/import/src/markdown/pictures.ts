import { posix } from 'node:path'
import type { Archive } from '../archive/archive.ts'
import { decoded } from '../html/addresses.ts'
import type { PictureRef } from '../model.ts'

/** Folders whose files are at the root of the site. */
const PUBLIC = ['static', 'public', 'assets', 'source', 'src/assets', 'content', 'docs']

interface OldPage {
  /** The address of the old site; null if it is not known. */
  base: URL | null
  /** The path of the text there, if it had one. */
  page: string | undefined
}

/** The file of a picture, beside the text or in a folder of the site; its address if it has one. */
export function pictureIn(archive: Archive | undefined, textPath: string, { base, page }: OldPage) {
  return (address: string): Partial<PictureRef> | undefined => {
    const path = pathOf(address, base)
    if (!archive || path === undefined) return undefined
    const beside = posix.normalize(posix.join(posix.dirname(textPath), path))
    const plain = path.replace(/^(?:\.?\/)+/, '')
    const found = [
      ...(path.startsWith('/') ? [] : [beside]),
      plain,
      ...PUBLIC.map((folder) => `${folder}/${plain}`),
    ].find((candidate) => archive.has(candidate))
    if (!found) return undefined
    const isAtRoot = path.startsWith('/')
    const own = isAtRoot && base ? new URL(path, base).href : null
    return {
      url: `/${(isAtRoot ? plain : found).split('/').map(encodeURIComponent).join('/')}`,
      path: found,
      address: own,
      old_path: (page && URL.parse(address, new URL(page, base ?? NOWHERE))?.pathname) ?? null,
    }
  }
}

const NOWHERE = 'https://site.invalid'

/** Without query; undefined for an address of another site. */
function pathOf(address: string, base: URL | null): string | undefined {
  const url = URL.parse(address)
  if (url && url.host !== base?.host) return undefined
  return decoded((url?.pathname ?? address).replace(/[?#].*$/, ''))
}
