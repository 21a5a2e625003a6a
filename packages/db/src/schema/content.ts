import type { ArticleState, Block } from '@nightdesk/contracts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant, Json } from './columns.ts'

export interface ContentTables {
  /** The files in the store. */
  stored_objects: {
    key: string
    bytes: number
    stored_at: Instant
    missing_since: Instant | null
  }
  quarantined_objects: {
    key: string
    reason: 'unknown' | 'forgotten'
    since: Instant
  }
  /** A single row. */
  installation: {
    is_only: Generated<boolean>
    id: Generated<string>
    storage_problem: string | null
    unknown_accepted_at: Instant | null
    signing_key_fingerprint: string | null
  }
  image_variants: {
    image_id: number
    width: number
    height: number
    format: 'avif' | 'webp'
    filename: string
  }
  renditions: {
    filename: string
    article_id: number | null
    kind: 'card' | 'ebook'
    fingerprint: string
  }
  images: {
    id: GeneratedAlways<number>
    filename: string
    content_type: string
    width: number
    height: number
    bytes: number
    sha256: Buffer
    uploaded_by: number | null
    created_at: Instant
    removed_at: string | null
    unused_since: Instant
  }
  /** Of a version or of a working copy. */
  image_uses: {
    image_id: number
    version_id: number | null
    working_copy_id: number | null
    alt: string
  }
  articles: {
    id: GeneratedAlways<number>
    author_id: number
    state: Generated<ArticleState>
    current_version_id: number | null
    published_version_id: number | null
    date_created: Instant
    date_updated: Instant
    date_published: string | null
    date_deleted: string | null
    /** Key of the working copy that it was created from. */
    made_from: string | null
    scheduled_at: string | null
    scheduled_version_id: number | null
    scheduled_by: number | null
  }
  article_versions: {
    id: GeneratedAlways<number>
    article_id: number
    version_number: number
    state: ArticleState
    title: string
    excerpt: string
    poster_image_id: number | null
    poster_alt: string | null
    content: Json<Block[]>
    content_hash: Buffer
    word_count: number
    change_description: string
    created_by: number | null
    created_at: Instant
  }
  version_labels: {
    version_id: number
    label: string
  }
  passages: {
    article_id: number
    hash: Buffer
    text: string
    first_version: number
    last_version: number | null
    /** A tsvector. */
    words: GeneratedAlways<string>
  }
  working_copies: {
    id: GeneratedAlways<number>
    article_id: number | null
    key: string | null
    user_id: number
    revision: number
    base_version: number
    title: string
    excerpt: string
    poster_image_id: number | null
    poster_alt: string | null
    content: Json<Block[]>
    tags: Generated<string[]>
    base_tags: Generated<string[]>
    has_changes: Generated<boolean>
    created_at: Instant
    updated_at: Instant
  }
  previews: {
    id: GeneratedAlways<number>
    article_id: number
    token_hash: Buffer
    created_by: number
    with_unsaved: boolean
    created_at: Instant
    expires_at: string
  }
  corrections: {
    id: GeneratedAlways<number>
    article_id: number
    text: string
    created_by: number | null
    created_at: Instant
  }
  proof_notes: {
    id: GeneratedAlways<number>
    preview_id: number | null
    article_id: number
    name: string
    text: string
    quote: string
    prefix: string
    suffix: string
    suggestion: string | null
    created_at: Instant
    lost_at: string | null
    resolved_at: string | null
    resolved_by: number | null
  }
  article_links: {
    article_id: number
    url: string
  }
  link_checks: {
    url: string
    outcome: 'works' | 'moved' | 'refused' | 'failed'
    status: number | null
    location: string | null
    checked_at: Instant
    failed_since: string | null
  }
}
