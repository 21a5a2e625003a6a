import { startStack } from '../scripts/stack.ts'
import { median } from './median.ts'
import { report } from './results.ts'
import { ADMIN, signIn } from './site.ts'

const FEW = 100
const MANY = 10_000
const GATE = 1.5
const WRITERS = 8
const ROUNDS = 200
/** Requests to both sites before measuring, so that V8 has compiled their code. */
const WARM_UP = 300
const content = [{ type: 'paragraph', children: [{ text: 'The ferry leaves at dusk.' }] }]

/** Compares the first page of the admin’s list with ten thousand articles and with a hundred. */
export async function compareLists(): Promise<void> {
  await using few = await siteWith(FEW)
  await using many = await siteWith(MANY)
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] }
  // Alternating, so that a drift in the speed of the machine affects both.
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    times.few.push(await few.firstPage())
    times.many.push(await many.firstPage())
  }
  const [short, long] = [median(times.few.slice(WARM_UP)), median(times.many.slice(WARM_UP))]
  const spent = `(${long.toFixed(1)} ÷ ${short.toFixed(1)} ms)`
  const what = `admin list, ${MANY} ÷ ${FEW} articles ${spent}`
  report(what, (long / short).toFixed(2), `≤ ${GATE.toFixed(2)}`, long / short <= GATE)
}

async function siteWith(count: number) {
  const stack = await startStack({
    env: { ADMIN_EMAIL: ADMIN.username, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'warn' },
  })
  const { client, headers } = await signIn(stack.url)
  let next = 1
  const write = async () => {
    while (next <= count) await client.articles.create.mutate({ title: `Story ${next++}`, content })
  }
  await Promise.all(Array.from({ length: WRITERS }, write))

  async function firstPage(): Promise<number> {
    const begun = performance.now()
    const response = await fetch(`${stack.url}/admin/articles?page=1&limit=50`, { headers })
    const page = await response.json()
    if (!Array.isArray(page) || page.length !== 50) throw new Error(`The list answered ${response.status}`)
    return performance.now() - begun
  }
  return { firstPage, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() }
}
