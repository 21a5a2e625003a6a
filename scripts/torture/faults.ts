import { setTimeout as sleep } from 'node:timers/promises'
import { type Random, randomFrom } from '../../apps/cli/src/demo/random.ts'
import { freePort } from '../../packages/storage/src/testing-port.ts'
import { type Part, type Stack, startStack } from '../stack.ts'
import type { Admin } from './api.ts'

/** One process below the supervisor, or the supervisor and all of them. */
export type Kind = Extract<Part, 'server' | 'database'> | 'everything'

const CYCLE: Kind[] = ['server', 'database', 'server', 'database', 'everything']

/** What is killed, in an order of chance: two fifths each server and database, one fifth everything. */
export function planKills(count: number, seed: string): Kind[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, (_, index) => CYCLE[index % CYCLE.length] ?? 'server')
    .map((kind) => ({ kind, order: random(0, 1) }))
    .sort((one, other) => one.order - other.order)
    .map(({ kind }) => kind)
}

/** A site that can be killed and comes back at the same address, with the same data. */
export interface MortalSite extends AsyncDisposable {
  url: string
  kill(kind: Kind): Promise<void>
  /** What the supervisor said of processes that ended though nobody killed them. */
  accidents(): string[]
}

export async function startMortalSite({ username, password }: Admin): Promise<MortalSite> {
  const port = await freePort()
  const env = { DATABASE_URL: '', LOG_LEVEL: 'fatal', ADMIN_EMAIL: username, ADMIN_PASSWORD: password }
  const first = await startStack({ port, env })
  let stack: Stack = first
  let said = ''
  return {
    url: first.url,
    async kill(kind) {
      if (kind !== 'everything') return stack.kill(kind)
      said += stack.output()
      await stack.killAll()
      stack = await startStack({ directory: first.directory, port, env })
    },
    accidents: () => accidentsIn(said + stack.output()),
    async [Symbol.asyncDispose]() {
      await stack.stop()
      // It made the directory, and takes it away.
      await first[Symbol.asyncDispose]()
    },
  }
}

/** What a supervisor said of processes that ended though nobody killed them. */
export const accidentsIn = (output: string): string[] => output.match(ACCIDENT) ?? []

const ACCIDENT = /^The \w+ ended \((?!SIGKILL).*$/gm

/** Milliseconds between a recovery and the next kill. */
const CALM = [300, 1_200] as const

export const waitCalmly = (random: Random) => sleep(random(...CALM))
