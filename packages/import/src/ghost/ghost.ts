import type { Archive } from '../archive/archive.ts'
import { textOf } from '../archive/fields.ts'
import { type AddressBase, decoded } from '../html/addresses.ts'
import type { OpenedFormat } from '../model.ts'
import { readGhost } from './ghost-site.ts'
import { importedPost } from './item.ts'
import { oldAddresses } from './redirects.ts'

interface GhostExport {
  name: string
  json: string
  /** The zip file or folder around the JSON, with the pictures. */
  archive: Archive | undefined
  /** The address of the old site, which an export does not have. */
  site: URL | null
}

/** An export of Ghost. Its posts are named by random ids, so that no two sites have the same. */
export async function openGhost(input: GhostExport): Promise<OpenedFormat> {
  const site = readGhost(input.json)
  const { archive } = input
  const addresses: AddressBase = {
    base: input.site,
    pictureAt: (address) => {
      const path = archive && entryOf(address, archive)
      return path === undefined ? undefined : { path }
    },
  }
  return {
    kind: 'ghost',
    name: site.title || input.name,
    identity: 'ghost',
    async *entries() {
      for (const post of site.posts)
        yield {
          key: textOf(post.uuid) || textOf(post.id) || textOf(post.slug),
          title: textOf(post.title),
          read: () => importedPost(post, site, addresses),
        }
    },
    redirects: () => oldAddresses(site, archive),
  }
}

/** The entry of a picture such as `/content/images/size/w600/2020/01/lamp.jpg`. */
function entryOf(address: string, { has }: Archive): string | undefined {
  const [, inContent] = /\/content\/((?:images|media|files)\/[^?#]+)/.exec(address) ?? []
  if (!inContent) return undefined
  const plain = decoded(inContent).replace(/^images\/size\/w\d+(?:h\d+)?\//, 'images/')
  return [`content/${plain}`, plain, `data/content/${plain}`].find(has)
}
