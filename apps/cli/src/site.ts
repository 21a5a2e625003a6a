import { fileURLToPath } from 'node:url'
import type { Program } from './supervisor/program.ts'

interface SiteOptions {
  mode: 'production' | 'development'
  /** Options for Node. */
  node?: string[]
  /** Stands before Node on the command line. */
  prefix?: string[]
}

/**
 * MiB. By default young garbage takes up to 16: 30 MB on a quiet site. Where more than 2 GB are allowed for what is
 * old, V8 lets it grow fourfold before it looks through it; below, by less than two thirds.
 */
const SMALL = ['--max-semi-space-size=4', '--max-old-space-size=1024']

/** The programs that make a site. */
export const sitePrograms = ({ mode, node = [], prefix = [] }: SiteOptions): Program[] =>
  ['server', 'worker'].map((name) => ({
    name,
    prefix,
    args: [...SMALL, ...node, fileURLToPath(new URL(`../../${name}/src/main.ts`, import.meta.url))],
    env: { NODE_ENV: mode },
  }))
