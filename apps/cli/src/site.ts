import { fileURLToPath } from 'node:url'
import { ONLY_OF_THE_COMMAND_LINE, ONLY_OF_THE_WORKER, settings, WORKER_SETTINGS } from '@nightdesk/config'
import type { Program } from './supervisor/program.ts'

interface SiteOptions {
  mode: 'production' | 'development'
  /** Options for Node. */
  node?: string[]
  /** Stands before Node on the command line. */
  prefix?: string[]
}

/**
 * MiB. Where more than 2 GB are allowed for what is old, V8 lets it grow fourfold before it looks through it; below, by
 * less than two thirds. Of what is young the server may have more than the worker: with 4 it collects for a fifth of the
 * time that it works under load, with 16 for half of that, and takes 28 MB more on a quiet site.
 *
 * Pretenuring makes what V8 takes for long-lived at once among what is old, where it keeps all that it refers to until
 * everything is looked through. It learns while there is little room and most of that lives: one server in three then
 * kept every request it had answered, and collected for three times as long.
 */
const HEAP = {
  server: ['--max-semi-space-size=16', '--max-old-space-size=1024', '--no-allocation-site-pretenuring'],
  worker: ['--max-semi-space-size=4', '--max-old-space-size=1024'],
}

/** Neither program is told the secrets that only the other needs. */
const SETTINGS = {
  server: Object.keys(settings.shape).filter(
    (name) => !Object.hasOwn({ ...ONLY_OF_THE_WORKER, ...ONLY_OF_THE_COMMAND_LINE }, name),
  ),
  worker: [...Object.keys(WORKER_SETTINGS), 'DATABASE_URL'],
}

/** The programs that make a site. */
export const sitePrograms = ({ mode, node = [], prefix = [] }: SiteOptions): Program[] =>
  (['server', 'worker'] as const).map((name) => ({
    name,
    prefix,
    args: [...HEAP[name], ...node, fileURLToPath(new URL(`../../${name}/src/main.ts`, import.meta.url))],
    env: { NODE_ENV: mode },
    settings: SETTINGS[name],
  }))
