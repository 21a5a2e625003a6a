import { openMetrics } from '@nightdesk/doctor/metrics'
import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Dependencies } from './context.ts'
import { createRequestCounts, kindOf, type RequestCounts } from './http/requests.ts'

type Measured = Pick<Dependencies, 'pages' | 'views' | 'shedding'>

/** Measures requests. Call it before there are routes. `ahead` counts those that never reach Fastify. */
export type MeasureRequests = (app: FastifyInstance, ahead: RequestCounts) => void

/** Measures this server, and serves the metrics until it is disposed. */
export async function measureServer(
  { pages, views, shedding }: Measured,
  options: Omit<Parameters<typeof openMetrics>[0], 'program'>,
) {
  const metrics = await openMetrics({ program: 'server', ...options })
  const { registry } = metrics
  measureViews(registry, views)
  measureShedding(registry, shedding)
  const measureRequests: MeasureRequests = (app, ahead) => {
    const counts = createRequestCounts()
    countRequests(registry, [counts, ahead])
    measureFastify(registry, app, counts)
    measurePageStore(registry, pages, ahead)
  }
  return { ...metrics, measureRequests }
}

function countRequests(registry: Registry, sources: RequestCounts[]) {
  new Counter({
    name: 'nightdesk_http_requests_total',
    help: 'Answered requests, by the pattern of their route.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const source of sources) for (const { total, ...labels } of source.all()) this.inc(labels, total)
    },
  })
}

function measureFastify(registry: Registry, app: FastifyInstance, counts: RequestCounts) {
  const duration = new Histogram({
    name: 'nightdesk_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer. Without answers that the page store sends ahead of the routes.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, next) => {
    const kind = kindOf(request)
    counts.of(kind, reply.statusCode).total++
    duration.observe({ ...kind }, reply.elapsedTime / 1_000)
    next()
  })
}

function measurePageStore(registry: Registry, pages: Measured['pages'], ahead: RequestCounts) {
  new Counter({
    name: 'nightdesk_page_store_reads_total',
    help: 'Answers that the page store had (hit), or that were rendered for it (miss).',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      const sentAhead = [...ahead.all()].reduce((sum, { total }) => sum + total, 0)
      this.reset()
      this.inc({ result: 'hit' }, pages.counts.hits + sentAhead)
      this.inc({ result: 'miss' }, pages.counts.misses)
    },
  })
}

function measureViews(registry: Registry, views: Measured['views']) {
  const sizes = new Histogram({
    name: 'nightdesk_view_batch_size',
    help: 'Views that one statement stores.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers: [registry],
  })
  views.onBatch((size) => sizes.observe(size))
}

function measureShedding(registry: Registry, { counts }: Measured['shedding']) {
  new Counter({
    name: 'nightdesk_shed_requests_total',
    help: 'Requests that were refused with 503 because too many wait (queue) or the event loop is late (event_loop).',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(counts)) this.inc({ reason }, count)
    },
  })
}
