import { readdir, readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { startStack } from '../scripts/stack.ts'
import { tortureFreshness } from '../scripts/torture/freshness.ts'
import { compareLists } from './admin-list.ts'
import { weighAdmin } from './admin-weight.ts'
import { startBare } from './bare.ts'
import { compareFigures } from './figures.ts'
import { compareFootprint } from './footprint.ts'
import { compare, load } from './load.ts'
import { compareRendering } from './rendering.ts'
import { isAllMet, report } from './results.ts'
import { ADMIN, publishArticles, signIn } from './site.ts'
import { compareTyping } from './typing.ts'
import { workWithManyVersions } from './version-panel.ts'
import { compareVersions } from './versions.ts'
import { compareVitals } from './vitals.ts'

// `npm run bench`: the performance budgets. Speeds are ratios of two measurements in the same run.

const ASSETS = new URL('../apps/web/dist/client/assets/', import.meta.url)

await using stack = await startStack({
  env: {
    ADMIN_EMAIL: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    VIEW_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
  },
})
const { client } = await signIn(stack.url)
const articles = await publishArticles(client, 24)
const [first] = articles
if (!first) throw new Error('There are articles to read')

const accept = { 'accept-encoding': 'br' }
const paths = {
  home: '/',
  article: `/post/${first.id}`,
  'article, JSON': `/api/articles/${first.id}`,
  'articles, JSON': '/api/articles',
}
using bare = await startBare(stack.url, Object.values(paths), accept)
for (const [name, path] of Object.entries(paths)) {
  const gate = name.endsWith('JSON') ? 0.7 : 0.8
  const against = { url: `${bare.url}${path}`, headers: accept }
  ratio(
    `${name} from the page store ÷ bare Fastify`,
    await compare({ url: `${stack.url}${path}`, headers: accept }, against),
    gate,
  )
}

const view = {
  method: 'POST' as const,
  headers: {
    'content-type': 'application/json',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  },
  body: JSON.stringify({
    session_id: 'bench-visitor-1',
    version_id: first.version_id,
    referrer: null,
    user_agent: 'Firefox',
  }),
}
const viewUrl = `${stack.url}/api/articles/${first.id}/view`
const views = await compare({ ...view, url: viewUrl }, { ...view, url: `${bare.url}/view` })
ratio('view, stored ÷ bare route that stores nothing', views, 0.3)
const { p99: viewTime } = await load({ ...view, url: viewUrl }, { seconds: 5, rate: views.ours / 2 })
report('view at half that rate, p99', `${viewTime} ms`, '< 50 ms', viewTime < 50)

const rendering = await compareRendering(articles)
report('render of home, 24 cards ÷ plain renderToString', rendering.toFixed(2), '≥ 0.50', rendering >= 0.5)

const { rounds, inTime, p99, longest, problems } = await tortureFreshness(200)
report(
  `published, shown by another server within 100 ms (p99 ${Math.round(p99)}, all ${Math.round(longest)} ms)`,
  `${inTime} of ${rounds}`,
  'all',
  problems.length === 0,
)

const reader = await gzipBytes(/^(reader|theme)-.*\.js$/)
report('JavaScript for a reader, gzip', `${reader} B`, '≤ 12288 B', reader <= 12_288)
await weighAdmin()
compareVersions()
await workWithManyVersions()
await compareTyping()
await compareLists()
await compareFigures()
await compareVitals(stack.url, { home: '/', article: paths.article, search: '/search?q=story' })
await compareFootprint()

process.exitCode = isAllMet() ? 0 : 1

function ratio(what: string, measured: { ratio: number; ours: number; bare: number }, gate: number) {
  const rates = `(${Math.round(measured.ours)} ÷ ${Math.round(measured.bare)} requests/s)`
  report(`${what} ${rates}`, measured.ratio.toFixed(2), `≥ ${gate.toFixed(2)}`, measured.ratio >= gate)
}

async function gzipBytes(pattern: RegExp) {
  const names = (await readdir(ASSETS)).filter((name) => pattern.test(name))
  const files = await Promise.all(names.map((name) => readFile(new URL(name, ASSETS))))
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0)
}
