import { createHash } from 'node:crypto'
import type { Block } from '@nightdesk/contracts'
import { canonicalJson } from './normal-form.ts'

/** The content of a version, which a revert restores. */
export interface VersionText {
  title: string
  excerpt: string
  poster_image_id: number | null
  poster_alt: string | null
  content: Block[]
}

/** sha256 over the whole content of a version. It does not depend on the order in which `jsonb` returns keys. */
export function versionHash({ title, excerpt, poster_image_id, poster_alt, content }: VersionText): Buffer {
  // Versions without a description have the hashes that they had before there were any.
  const description = poster_alt === null ? [] : [poster_alt]
  return createHash('sha256')
    .update(canonicalJson([title, excerpt, poster_image_id, content, ...description]))
    .digest()
}
