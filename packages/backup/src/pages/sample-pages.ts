import type { Block } from '@nightdesk/contracts'
import type { Client } from 'pg'
import type { RenderedPages } from '../manifest.ts'
import { loadRenderer } from './renderer.ts'

/** Stories in a sample. */
const SAMPLE = 20

/** Renders some published stories, other ones each time, so that a restored site can be compared with the site. */
export async function samplePages(client: Client): Promise<RenderedPages | null> {
  const renderer = await loadRenderer()
  if (!renderer) return null
  const { rows } = await client.query<{ id: number; content: Block[] }>(
    `select id, content from article_versions where id in (
       select published_version_id from articles where published_version_id is not null order by random() limit ${SAMPLE}
     )`,
  )
  const hashes = rows.map(({ id, content }) => [id, renderer.hashOf(content)])
  return { renderer: renderer.id, sha256: Object.fromEntries(hashes) }
}
