import { fileURLToPath } from 'node:url'
import type { Program } from './supervisor/program.ts'

interface SiteOptions {
  mode: 'production' | 'development'
  /** Options for Node. */
  node?: string[]
  /** Stands before Node on the command line. */
  prefix?: string[]
}

/** MiB. The default is 16: a quiet site would hold 30 MB of garbage that is young. */
const SMALL = '--max-semi-space-size=4'

/** The programs that make a site. */
export const sitePrograms = ({ mode, node = [], prefix = [] }: SiteOptions): Program[] =>
  ['server', 'worker'].map((name) => ({
    name,
    prefix,
    args: [SMALL, ...node, fileURLToPath(new URL(`../../${name}/src/main.ts`, import.meta.url))],
    env: { NODE_ENV: mode },
  }))
