import { signIn } from '../../scripts/api.ts'
import { ADMIN, family, startStack } from '../../scripts/stack.ts'
import { report } from '../results.ts'
import { publishArticles } from '../site.ts'
import { compare } from './compare.ts'

/**
 * A page of the page store, and one that is rendered for each request, with a query of the database: so few at once that the
 * server refuses none.
 */
const READS = [
  { name: 'home', path: '/', connections: 64 },
  { name: 'search', path: '/search?q=story', connections: 4 },
]

/**
 * Compares two server processes with one. Client, servers and Postgres share the processors of this machine, so twice the
 * rate needs more processors than two. Only said, without a gate.
 */
export async function compareProcesses(): Promise<void> {
  await using one = await startSite('1')
  await using two = await startSite('2')
  for (const { name, path, connections } of READS) {
    const { ours, bare, rate } = await compare(two.at(path), one.at(path), connections)
    const spent = `${Math.round(ours)} ÷ ${Math.round(bare)} µs of processor time`
    report(
      `${name}, 2 server processes ÷ 1: rate (${spent})`,
      rate === undefined ? 'no wrk' : rate.toFixed(2),
      'none',
      true,
    )
  }
}

async function startSite(SERVERS: string) {
  const stack = await startStack({ admin: ADMIN, env: { SERVERS } })
  const { client } = await signIn(stack.url)
  await publishArticles(client, 24)
  /** A request, and everything that answers it: servers and Postgres. */
  const at = (path: string) => ({ url: stack.url + path, pids: () => family(stack.pid) })
  return { at, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() }
}
