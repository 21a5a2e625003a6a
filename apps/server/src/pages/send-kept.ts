import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../context.ts'
import { sendStored } from '../send-stored.ts'
import type { Web } from '../web.ts'
import type { Rendered } from './page-store.ts'

export interface KeptAnswer {
  /** Names the answer among all that are kept. */
  key: string
  /** What it shows. */
  tags: readonly string[]
  render: () => Promise<Rendered>
}

interface Options {
  services: Pick<Services, 'pages'>
  web: Pick<Web, 'isStable'>
}

/** Sends an answer that is made once, and kept until what it shows changes. */
export async function sendKept(
  { services: { pages }, web }: Options,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, tags, render }: KeptAnswer,
) {
  if (!web.isStable) pages.drop('everything')
  return sendStored(request, reply, await pages.get(key, tags, render))
}
