import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, PAGE_CHANNEL } from '../../packages/db/src/index.ts'
import { family, type Stack } from '../../scripts/stack.ts'
import { processorTime } from '../serving/processor-time.ts'
import type { Requests } from './request.ts'

const ROUNDS = 10
/** Rounds before those that count, in which code is compiled and plans are made. */
const WARM_UP = 5
/** Milliseconds in which a server hears that its pages are out of date. */
const NOTIFIED = 20

/** Milliseconds of processor time of server and Postgres for one of these requests. The page store is empty before each. */
export async function costOf(stack: Stack, owner: Connection['pool'], requests: Requests): Promise<number> {
  const [server, database] = [await stack.pidOf('server'), await stack.pidOf('database')]
  let spent = 0
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    await owner.query('select pg_notify($1, $2)', [PAGE_CHANNEL, ''])
    await delay(NOTIFIED)
    const pids = [...(await family(server)), ...(await family(database))]
    const before = await processorTime(pids)
    await send(stack.url, requests(round))
    const after = await processorTime(pids)
    if (round >= WARM_UP) spent += after - before
  }
  return spent / ROUNDS
}

async function send(url: string, { path, ...init }: ReturnType<Requests>) {
  const answer = await fetch(url + path, { redirect: 'manual', ...init })
  await answer.arrayBuffer()
  if (answer.status >= 500) throw new Error(`${path} was answered with ${answer.status}`)
}
