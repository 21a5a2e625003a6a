import { paragraph, signIn } from '../scripts/api.ts'
import { ADMIN, startStack } from '../scripts/stack.ts'
import { inTurn, median, ratioAtMost } from './results.ts'

const FEW = 100
const MANY = 10_000
const GATE = 1.5
const WRITERS = 8
const ROUNDS = 200
/** Requests to both sites before measuring, so that V8 has compiled their code. */
const WARM_UP = 300
const content = [paragraph('The ferry leaves at dusk.')]

/** Compares the first page of the admin’s list with ten thousand articles and with a hundred. */
export async function compareLists(): Promise<void> {
  await using few = await siteWith(FEW)
  await using many = await siteWith(MANY)
  const [short, long] = await inTurn(few.firstPage, many.firstPage, { warmUp: WARM_UP, rounds: ROUNDS })
  ratioAtMost(`admin list, ${MANY} ÷ ${FEW} articles`, median(long), median(short), 'ms', GATE)
}

async function siteWith(count: number) {
  const stack = await startStack({ admin: ADMIN })
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
