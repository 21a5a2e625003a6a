import type {
  ArticleKind,
  ArticleState,
  Block,
  CreditRole,
  ImportAddressKind,
  ImportAddressProblem,
  ImportItem,
  ImportItemState,
  ImportKind,
  ImportState,
  KeyScope,
  LinkKind,
  LossKind,
  Role,
  SiteFields,
  UncountedReason,
  UserStatus,
} from '@nightdesk/contracts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Written by hand; `schema.test.ts` compares it with the migrated database. */
export interface Database {
  users: {
    id: GeneratedAlways<number>
    username: string
    full_name: string
    password_hash: string | null
    role: Role
    status: Generated<UserStatus>
    last_logged_in: string | null
    created_at: Instant
    updated_at: Instant
  }
  sessions: {
    id: Buffer
    number: GeneratedAlways<number>
    user_id: number
    created_at: Instant
    last_seen_at: Instant
    expires_at: string
    revoked_at: string | null
    ip_prefix: string
    user_agent_family: string
    user_agent_system: Generated<string>
    confirmed_at: Instant
  }
  one_time_tokens: {
    hash: Buffer
    kind: LinkKind
    user_id: number | null
    created_at: Instant
    expires_at: string
  }
  rate_limits: {
    key: string
    window_start: string
    count: number
  }
  familiar_networks: {
    user_id: number
    network: Buffer
    last_signed_in: Instant
  }
  familiar_devices: {
    user_id: number
    device: Buffer
    last_signed_in: Instant
  }
  passkeys: {
    id: GeneratedAlways<number>
    user_id: number
    credential_id: Buffer
    public_key: Buffer
    signature_count: number
    transports: string[]
    name: string
    created_at: Instant
    last_used_at: string | null
  }
  totp_secrets: {
    user_id: number
    secret: string
    last_step: number
    created_at: Instant
  }
  recovery_codes: {
    user_id: number
    hash: Buffer
  }
  api_keys: {
    id: GeneratedAlways<number>
    user_id: number
    hash: Buffer
    name: string
    scope: KeyScope
    created_at: Instant
    expires_at: string | null
    last_used_at: string | null
    last_used_from: string | null
  }
  spent_attempts: {
    id: string
    expires_at: string
  }
  second_factor_roles: {
    role: Role
  }
  secrets: {
    name: string
    value: Buffer
  }
  audit_log: {
    id: GeneratedAlways<number>
    at: Instant
    actor_id: number | null
    action: string
    target: string
    ip_prefix: string | null
    request_id: string | null
    detail: ColumnType<Record<string, unknown>, string | undefined, never>
  }
  audit_chain: {
    number: number
    line_id: number
    hash: Buffer
  }
  audit_checkpoints: {
    number: number
    hash: Buffer
    deleted_lines: number
    deleted_at: Instant
  }

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
  /** The last one counts. */
  site_versions: {
    version_number: number
    fields: Json<SiteFields>
    logo_image_id: GeneratedAlways<number> | null
    icon_image_id: GeneratedAlways<number> | null
    hero_image_id: GeneratedAlways<number> | null
    created_by: number | null
    created_at: Instant
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
    kind: Generated<ArticleKind>
    /** The address of a page; null for a story. */
    path: string | null
    shows_byline: Generated<boolean>
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
  /** A view: the articles that are no pages. */
  stories: Database['articles']
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

  people: {
    id: Generated<number>
    name: string
    sort_name: string | null
    /** The name as lists sort it. */
    file_as: GeneratedAlways<string>
    bio: Generated<string>
    picture_image_id: number | null
    links: Generated<string[]>
    user_id: number | null
  }
  merged_people: {
    id: number
    person_id: number
  }
  /** Of a version or of a working copy. */
  credits: {
    version_id: number | null
    working_copy_id: number | null
    position: number
    person_id: number
    role: CreditRole
  }

  tags: {
    id: GeneratedAlways<number>
    name: string
    slug: string
  }
  article_tags: {
    article_id: number
    tag_id: number
    position: number
  }
  /** Written by triggers. A tsvector comes as text. */
  search_documents: {
    version_id: number
    article_id: number
    heading: string
    body: string
    words: GeneratedAlways<string>
  }
  /** Written by the same triggers. */
  search_words: {
    word: string
    stem: GeneratedAlways<string>
  }

  /** Has an article or a target. */
  redirects: {
    id: GeneratedAlways<number>
    path: string
    article_id: number | null
    target: string | null
    made_by: number | null
    created_at: Instant
    /** The import that added it. */
    import_id: number | null
  }
  missing_addresses: {
    path: string
    requests: number
    last_at: string
  }

  views: {
    id: Generated<number>
    viewed_at: string
    /** `YYYY-MM-DD`, like every day below. */
    day: string
    hour: number
    article_id: number
    version_id: number | null
    /** 16 bytes per visitor; on an aged day, per visitor and day. */
    visitor_hash: Buffer
    /** 16 bytes per visitor and article. Null on an aged day. */
    reader_hash: Buffer | null
    /** Origin only. */
    referrer: string | null
    user_agent_family: string
    device: string
    staff: boolean
  }
  view_days: {
    article_id: number
    day: string
    views: number
    staff_views: Generated<number>
  }
  view_hours: {
    day: string
    hour: number
    views: number
  }
  view_facets: {
    day: string
    article_id: number
    facet: 'referrer' | 'agent' | 'device' | 'version'
    value: string
    views: number
  }
  site_facets: {
    day: string
    facet: 'referrer' | 'agent' | 'device'
    value: string
    views: number
  }
  view_totals: {
    article_id: number
    views: number
    unique_views: number
  }
  visitors: {
    visitor_hash: Buffer
    first_day: string
    last_day: string
    days: number
  }
  visitor_days: {
    visitor_hash: Buffer
    day: string
  }
  aged_view_days: {
    day: string
    aged_at: Instant
  }
  aged_visitors: {
    visitor_hash: Buffer
    first_day: string
    last_day: string
    days: number
  }
  article_visitors: {
    article_id: number
    reader_hash: Buffer
    first_day: string
  }
  site_days: {
    day: string
    views: number
    staff_views: number
    visitors: number
    first_visitors: number
    last_visitors: number
    last_return_visitors: number
  }
  closed_windows: {
    first_day: string
    last_day: string
    visitors: number
    return_visitors: number
  }
  dropped_view_months: {
    month: string
    dropped_at: Instant
  }
  archived_view_files: {
    month: string
    number: number
    key: string
    views: number
  }
  uncounted_views: {
    day: string
    reason: UncountedReason
    attempts: number
  }
  analytics_summaries: {
    id: GeneratedAlways<number>
    generated_at: Instant
    data: Json<Record<string, unknown>>
  }

  workers: {
    id: string
    name: string
    host: string
    pid: number
    started_at: Instant
    last_heartbeat: Instant
    status: 'running' | 'error' | 'stopped'
    error_message: string | null
    queue_ids: Generated<string[]>
    clock_ahead: Generated<number>
  }
  migrated_functions: {
    /** A file of `migrations/functions`, without its extension. */
    file: string
    /** sha256 of the file. */
    hash: Buffer
  }
  migrated_levels: {
    /** Of `schemaLevel`. */
    level: Buffer
  }
  policy_reports: {
    /** `YYYY-MM-DD`. */
    day: Generated<string>
    area: 'admin' | 'public'
    directive: string
    blocked: string
    reports: Generated<number>
  }
  image_copies: {
    id: GeneratedAlways<number>
    url: string
    requested_by: number
    state: Generated<'queued' | 'done' | 'failed'>
    image_id: number | null
    error: string | null
    created_at: Instant
  }
  job_runs: {
    id: GeneratedAlways<number>
    job_id: number
    name: string
    attempt: number
    worker: string
    queue_id: string
    queued_at: string
    started_at: Instant
    finished_at: string | null
    status: Generated<'running' | 'done' | 'failed' | 'lost'>
    error: string | null
  }
  backups: {
    id: GeneratedAlways<number>
    file: string
    created_at: Instant
    bytes: number
    rows: number
    objects: number
    secrets: 'all' | 'without signing key' | 'none' | null
    level: string | null
    host: string | null
    verified_at: Instant | null
    seconds: number | null
    stories: number | null
    versions: number | null
    pictures: number | null
    problem: string | null
  }

  /** A file of another product that was brought in. */
  imports: {
    id: GeneratedAlways<number>
    file: string
    /** The key of an uploaded file; null when the command line reads it. */
    upload: string | null
    kind: ImportKind | null
    name: string | null
    /** Identifies the site that it comes from. */
    source: string | null
    /** The address of the old site, as somebody said it; empty where the file lacks it. Null: not needed. */
    site: string | null
    /** What was left out that belongs to no item, as sentences. */
    notes: Generated<string[]>
    imports_as: Generated<'draft' | 'original'>
    fetches_pictures: Generated<boolean>
    /** Whether pictures that the old site no longer has are looked for in the Wayback Machine. */
    wayback: Generated<boolean>
    with_tags: Generated<boolean>
    /** People who are credited in place of the authors of the source, by name. */
    credits: ColumnType<Record<string, number>, string | undefined, string>
    state: Generated<ImportState>
    failure: string | null
    made_by: number | null
    created_at: Instant
    finished_at: string | null
  }
  import_items: {
    id: GeneratedAlways<number>
    import_id: number
    position: number
    source: string
    key: string
    title: string
    summary: Json<ImportSummary>
    notes: Generated<string[]>
    state: Generated<ImportItemState>
    failure: string | null
    /** The number that its article gets. */
    number: number
    article_id: number | null
    version_id: number | null
    addresses: Generated<string[]>
    people: Generated<number[]>
  }
  /** Where the addresses of an old site will lead, and once the import is done, where they lead. */
  import_addresses: {
    import_id: number
    path: string
    kind: ImportAddressKind
    leads_to: string | null
    name: string | null
    problem: ImportAddressProblem | null
  }
  import_people: {
    import_id: number
    key: string
    person_id: number
    is_new: boolean
    details: Json<ImportedDetails>
  }
  import_pictures: {
    import_id: number
    url: string
    image_id: number
  }

  /** A zip file of all stories that an admin has asked for. */
  exports: {
    id: GeneratedAlways<number>
    state: Generated<'waiting' | 'running' | 'done' | 'failed'>
    failure: string | null
    /** Whether it has all versions, and the views of each day. */
    versions: Generated<boolean>
    analytics: Generated<boolean>
    ebooks: Generated<boolean>
    /** Stories that are written. */
    done: Generated<number>
    total: Generated<number>
    /** The name of the file in the storage; null until it is there, like the columns that follow. */
    key: string | null
    bytes: number | null
    stories: number | null
    unpublished_changes: number | null
    pictures: number | null
    missing_pictures: number | null
    expires_at: string | null
    made_by: number | null
    created_at: Instant
  }
}

/** An instant, read as an ISO 8601 string in UTC. */
export type Instant = ColumnType<string, string | undefined, string>
/** Written as JSON text, read as the value. */
export type Json<T> = ColumnType<T, string, string>

/** The columns of a person that an import filled. */
export type ImportedDetails = Partial<Pick<Database['people'], 'sort_name' | 'picture_image_id'>> & {
  bio?: string
  links?: string[]
}

/** What comes along with an item. */
export type ImportSummary = ImportItem['summary'] & {
  /** A poster on the old site, which is copied after the text. */
  poster: { url: string; alt: string } | null
  /** Addresses of pictures on the old site, which lead to the copies. Imports of earlier releases have none. */
  old_pictures?: string[]
  /** What is changed or left out, each kind once. Imports of earlier releases have none. */
  losses?: { kind: LossKind; count: number }[]
}
