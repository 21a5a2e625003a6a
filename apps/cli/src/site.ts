import { fileURLToPath } from 'node:url'
import { ONLY_OF_THE_COMMAND_LINE, ONLY_OF_THE_WORKER, settings, WORKER_SETTINGS } from '@nightdesk/config'
import type { Program } from './supervisor/program.ts'

interface SiteOptions {
  mode: 'production' | 'development'
  /** Options of Node. */
  node?: string[]
  /** A command and its options that run Node. */
  prefix?: string[]
}

/**
 * Sizes in MiB. With an old generation of more than 2 GB, V8 lets the heap grow fourfold before a full collection; below
 * that, by less than two thirds. The server has a larger young generation than the worker: under load it collects garbage
 * for a fifth of its time with 4 MiB and for a tenth with 16, which take 28 MB more on a quiet site.
 *
 * Pretenuring allocates objects that V8 expects to live long in the old generation, where they retain everything they
 * refer to until a full collection. V8 learns this while the young generation is small and most of it survives: one server
 * in three then retained every request it had answered, and collected for three times as long.
 */
const HEAP = {
  server: ['--max-semi-space-size=16', '--max-old-space-size=1024', '--no-allocation-site-pretenuring'],
  worker: ['--max-semi-space-size=4', '--max-old-space-size=1024'],
}

/**
 * Whether several servers can listen on one port, and a new process beside the one that it replaces. Only Linux
 * spreads their connections.
 */
export const SHARES_PORTS = process.platform === 'linux'

/** Each program gets only the secrets that it needs. */
const SETTINGS = {
  server: Object.keys(settings.shape).filter(
    (name) => !Object.hasOwn({ ...ONLY_OF_THE_WORKER, ...ONLY_OF_THE_COMMAND_LINE }, name),
  ),
  worker: [...Object.keys(WORKER_SETTINGS), 'DATABASE_URL'],
}

/** The server and the worker of a site. */
export const sitePrograms = ({ mode, node = [], prefix = [] }: SiteOptions): Program[] =>
  (['server', 'worker'] as const).map((name) => ({
    name,
    isServer: name === 'server',
    prefix,
    args: [...HEAP[name], ...node, fileURLToPath(new URL(`../../${name}/src/main.ts`, import.meta.url))],
    env: { NODE_ENV: mode, ...(SHARES_PORTS && { REUSE_PORT: '1' }) },
    settings: SETTINGS[name],
  }))
