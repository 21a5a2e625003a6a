import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { PageTags } from '@nightdesk/db'

/** What a renderer makes. */
export interface Rendered {
  status: number
  type: string
  body: string
  /** False for an answer that is sent to who waits for it, and made anew for the next. */
  isCached?: boolean
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** The bytes in one encoding, with the headers that go with them. */
export interface Representation {
  body: Buffer
  /** Strong: a hash of the bytes and the name of the encoding. */
  etag: string
  headers: Record<string, string>
  /** What an answer without a body says: the client has these bytes already. */
  unchanged: Record<string, string>
}

/** A rendered answer, ready to send. */
export type StoredPage = Record<Encoding, Representation> & { status: number }

export interface PageStore {
  /** Tells this server from others in what it announces. */
  readonly id: string
  /** Takes another id: what was announced under the old one counts as if it came from elsewhere. */
  renew(): void
  /**
   * The stored answer, or a new one. However many wait for the same key, one renders.
   * Only a 200 is cached; `tags` say what it shows, for {@link PageStore.drop}.
   */
  get(key: string, tags: readonly string[], render: () => Promise<Rendered>): Promise<StoredPage>
  /** Forgets every answer that shows one of these things. A render that has begun is not cached. */
  drop(tags: PageTags): void
  /** Whether changes that other servers make are heard. While they are not, an answer is cached for a second. */
  setConnected(isConnected: boolean): void
}

interface Entry {
  page: StoredPage
  tags: readonly string[]
  size: number
  /** In milliseconds, of a clock that only goes forward. */
  cached_at: number
}

/** Milliseconds, while changes elsewhere are not heard. */
const UNHEARD_EXPIRY = 1_000

/** Keeps rendered pages in memory, the least recently used leaving first beyond `maxBytes`. */
export function createPageStore(maxBytes = 48 * 1024 * 1024): PageStore {
  const entries = new Map<string, Entry>() // in order of use: a hit moves to the end
  const rendering = new Map<string, { tags: readonly string[]; page: Promise<StoredPage> }>()
  let bytes = 0
  let isConnected = true
  let id = randomUUID()

  const isFresh = ({ cached_at }: Entry) => isConnected || performance.now() - cached_at < UNHEARD_EXPIRY

  const remove = (key: string) => {
    bytes -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }

  const cache = (key: string, entry: Entry) => {
    if (entry.size > maxBytes / 4) return
    remove(key)
    entries.set(key, entry)
    bytes += entry.size
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break
      remove(oldest)
    }
  }

  const start = (key: string, tags: readonly string[], render: () => Promise<Rendered>) => {
    let isCached = true
    const page = render().then((rendered) => {
      isCached = rendered.status === 200 && rendered.isCached !== false
      return store(rendered)
    })
    const own = { tags, page }
    rendering.set(key, own)
    // Dropped meanwhile means: no longer the one that is rendering. Whoever asked still gets it; nobody later does.
    const isCurrent = () => rendering.get(key) === own
    page.then(
      (done) => {
        if (isCurrent() && isCached)
          cache(key, { page: done, tags, size: sizeOf(key, done), cached_at: performance.now() })
        if (isCurrent()) rendering.delete(key)
      },
      () => isCurrent() && rendering.delete(key),
    )
    return page
  }

  const dropWhere = (matches: (tags: readonly string[]) => boolean) => {
    for (const [key, entry] of entries) if (matches(entry.tags)) remove(key)
    for (const [key, { tags }] of rendering) if (matches(tags)) rendering.delete(key)
  }

  return {
    get id() {
      return id
    },
    renew() {
      id = randomUUID()
    },
    get(key, tags, render) {
      const entry = entries.get(key)
      if (!entry || !isFresh(entry)) return rendering.get(key)?.page ?? start(key, tags, render)
      entries.delete(key)
      entries.set(key, entry)
      return Promise.resolve(entry.page)
    },
    drop: (dropped) =>
      dropWhere((tags) => dropped === 'everything' || tags.some((tag) => dropped.includes(tag))),
    setConnected(heard) {
      isConnected = heard
    },
  }
}

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** A shared cache may keep a page for half a minute and serve it for one more while it asks again. */
const CACHED = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60'

async function store({ status, type, body }: Rendered): Promise<StoredPage> {
  const identity = Buffer.from(body)
  const [zipped, br] = await Promise.all([
    compressGzip(identity, { level: 6 }),
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  ])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 27)
  const caching = { vary: 'Accept-Encoding', 'cache-control': status === 200 ? CACHED : 'no-store' }
  const represent = (bytes: Buffer, encoding?: Encoding): Representation => {
    const etag = encoding ? `"${hash}-${encoding}"` : `"${hash}"`
    const unchanged = { ...caching, ...(status === 200 && { etag }) }
    const headers = {
      'content-type': type,
      'content-length': String(bytes.length),
      ...unchanged,
      ...(encoding && { 'content-encoding': encoding }),
    }
    return { body: bytes, etag, headers, unchanged }
  }
  return { status, identity: represent(identity), gzip: represent(zipped, 'gzip'), br: represent(br, 'br') }
}

const sizeOf = (key: string, { identity, gzip, br }: StoredPage) =>
  identity.body.length + gzip.body.length + br.body.length + key.length * 2 + 2_000
