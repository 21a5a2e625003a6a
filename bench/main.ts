import { signIn } from '../scripts/api.ts'
import { ADMIN, startStack } from '../scripts/stack.ts'
import { tortureFreshness } from '../scripts/torture/freshness.ts'
import { compareLists } from './admin-list.ts'
import { measureAnonymousReads } from './anonymous/reads.ts'
import { compareFigures } from './figures.ts'
import { compareFootprint } from './footprint.ts'
import { compareRendering } from './rendering.ts'
import { isAllMet, report } from './results.ts'
import { compareNotFound } from './serving/not-found.ts'
import { compareProcesses } from './serving/processes.ts'
import { compareStoredAnswers } from './serving/stored-answers.ts'
import { compareViews } from './serving/views.ts'
import { publishArticles } from './site.ts'
import { compareTyping } from './typing.ts'
import { workWithManyVersions } from './version-panel.ts'
import { compareVersions } from './versions.ts'
import { compareVitals } from './vitals.ts'
import { weighScripts } from './weights.ts'

// `npm run bench`: the performance budgets. Costs and speeds are ratios of two measurements in the same run.

await using stack = await startStack({ admin: ADMIN, env: { VIEW_LIMIT_PER_MINUTE: '0' } })
const { client } = await signIn(stack.url)
const articles = await publishArticles(client, 24)
const [first] = articles
if (!first) throw new Error('There are articles to read')

const site = { url: stack.url, server: await stack.pidOf('server'), database: await stack.pidOf('database') }
const paths = { home: '/', article: `/post/${first.id}` }
await compareStoredAnswers(site, {
  ...paths,
  'article, JSON': `/api/articles/${first.id}`,
  'articles, JSON': '/api/articles',
})
await compareViews(site, first)
await compareNotFound(stack)
await compareProcesses()

const rendering = await compareRendering(articles)
report('render of home, 24 cards ÷ plain renderToString', rendering.toFixed(2), '≥ 0.50', rendering >= 0.5)

const { lines, problems } = await tortureFreshness(200)
for (const line of lines) console.log(line)
report('published, shown late by another server', String(problems.length), 'none', problems.length === 0)

await weighScripts()
compareVersions()
await workWithManyVersions()
await compareTyping()
await compareLists()
await compareFigures()
await measureAnonymousReads()
await compareVitals(stack.url, { ...paths, search: '/search?q=story' })
await compareFootprint()

process.exitCode = isAllMet() ? 0 : 1
