import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { backupInterval, MAX_AUTO_SERVERS, serverSettings, settings, workerSettings } from '@nightdesk/config'
import type { Env } from '../env.ts'
import { SHARES_PORTS, type SiteProgram } from './program.ts'

/** What the supervisor runs, as the settings say. It is sent between processes. */
export type Plan = ReturnType<typeof planOf>

/** @throws when the system cannot share a port among several servers */
export const planOf = (env: Env, programs: readonly SiteProgram[]) => ({
  /** Of the site, which the supervisor leaves root for. */
  account: process.getuid && process.getgid ? { uid: process.getuid(), gid: process.getgid() } : null,
  /** The embedded Postgres; null where the settings name another database. */
  database: env.DATABASE_URL
    ? null
    : {
        directory: join(env.DATA_DIR, 'postgres'),
        archives: env.BACKUP_WAL === 'on',
        connections: connectionsFor(numberOfServers(env)),
        logs_everything: env.LOG_LEVEL === 'debug' || env.LOG_LEVEL === 'trace',
      },
  /** With a whole environment, but for the address of the embedded Postgres. */
  programs: instancesOf(programs, env).map((program, index) => ({
    ...program,
    env: {
      ...environmentFor(program),
      // The programs have an address of the embedded Postgres too, so they cannot tell whether it is the default.
      BACKUP_EVERY: backupInterval(env),
      DATA_DIR: env.DATA_DIR,
      ...(env.DATABASE_URL && { DATABASE_URL: env.DATABASE_URL }),
      // Each process prints its own metrics, so each has a port: METRICS_PORT and those after it, in order.
      ...(env.METRICS_PORT !== undefined && { METRICS_PORT: String(env.METRICS_PORT + index) }),
      ...program.env,
    },
  })),
  drain_seconds: env.DRAIN_SECONDS,
})

/**
 * Each server takes up to 12, and so does one that replaces another. The rest is for the worker, which takes 9, its replacement,
 * commands and Postgres itself.
 */
const connectionsFor = (servers: number): number => Math.max(60, 12 * (servers + 1) + 24)

const numberOfServers = ({ SERVERS }: Env): number =>
  SERVERS === 'auto' ? Math.min(availableParallelism(), MAX_AUTO_SERVERS) : SERVERS

/** Every program once, and as many servers as the settings say. */
function instancesOf(programs: readonly SiteProgram[], env: Env): SiteProgram[] {
  const servers = numberOfServers(env)
  if (servers > 1 && !SHARES_PORTS)
    throw new Error('several servers on one port need Linux, set SERVERS to 1')
  return programs.flatMap((program) => {
    if (program.reads !== 'server' || servers === 1) return [program]
    return Array.from({ length: servers }, (_, index) => ({
      ...program,
      name: `${program.name} ${index + 1}`,
    }))
  })
}

/** Each program gets only the secrets that it needs. */
const SETTINGS = { server: serverSettings.shape, worker: workerSettings.shape }

/** The environment without the settings that the program does not read. */
function environmentFor({ reads }: SiteProgram): NodeJS.ProcessEnv {
  const isPassed = (name: string) =>
    !reads || !Object.hasOwn(settings.shape, name) || Object.hasOwn(SETTINGS[reads], name)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isPassed(name)))
}
