import { createHash } from 'node:crypto'
import { canonicalJson } from './normal-form.ts'
import type { EditableFields } from './same-text.ts'

/** The content of a version, which a revert restores. */
export type VersionText = Omit<EditableFields, 'credits' | 'tags'>

/** sha256 over the whole content of a version. It does not depend on the order in which `jsonb` returns keys. */
export function versionHash({ title, excerpt, poster_image_id, poster_alt, content }: VersionText): Buffer {
  // Versions without a description have the hashes that they had before there were any.
  const description = poster_alt === null ? [] : [poster_alt]
  return createHash('sha256')
    .update(canonicalJson([title, excerpt, poster_image_id, content, ...description]))
    .digest()
}
