import { setTimeout as sleep } from 'node:timers/promises'
import { type Random, randomFrom } from '../../apps/cli/src/demo/random.ts'
import { freePort } from '../../packages/storage/src/testing-port.ts'
import { ADMIN, type ProcessName, type Stack, startStack } from '../stack.ts'

/** One process below the supervisor, or the supervisor and all of them. */
export type Kind = Extract<ProcessName, 'server' | 'database'> | 'everything'

/** Faults in random order, each as often as the cycle has it. */
export function planFaults<Fault>(cycle: readonly Fault[], count: number, seed: string): Fault[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, (_, index) => cycle[index % cycle.length]!) // a remainder is a valid index
    .map((fault) => ({ fault, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ fault }) => fault)
}

/** `database 8, server 8` */
export const countFaults = (plan: readonly string[]): string =>
  [...Map.groupBy(plan.toSorted(), (fault) => fault)]
    .map(([fault, { length }]) => `${fault} ${length}`)
    .join(', ')

/** A site that can be killed and restarts at the same address, with the same data. */
export interface KillableSite extends AsyncDisposable {
  url: string
  kill(kind: Kind): Promise<void>
  /** Lines of the supervisor about processes that exited without being killed by us. */
  accidents(): string[]
}

export async function startKillableSite(): Promise<KillableSite> {
  const port = await freePort()
  const first = await startStack({ port, admin: ADMIN })
  let stack: Stack = first
  let said = ''
  return {
    url: first.url,
    async kill(kind) {
      if (kind !== 'everything') return stack.kill(kind)
      said += stack.output()
      await stack.killAll()
      stack = await startStack({ directory: first.directory, port, admin: ADMIN })
    },
    accidents: () => accidentsIn(said + stack.output()),
    async [Symbol.asyncDispose]() {
      await stack.stop()
      // The first stack created the directory, and removes it.
      await first[Symbol.asyncDispose]()
    },
  }
}

/**
 * What a supervisor says about processes that exited without being killed by us: one line each. After an uncaught error the
 * line before it, in which Node prints its version, is included.
 */
export const accidentsIn = (output: string): string[] => output.match(ACCIDENT) ?? []

const ACCIDENT = /^(?:Node\.js v.*\n)?The \w+(?: \d+)? ended \((?!SIGKILL).*$/gm

/** Milliseconds between a recovery and the next kill. */
const PAUSE = [300, 1_200] as const

export const pauseBetweenKills = (random: Random) => sleep(random(...PAUSE))
