import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../context.ts'
import { sendStored } from '../http/send-stored.ts'
import type { Rendered } from './stored-page.ts'
import type { Web } from './web.ts'

export interface CachedAnswer {
  /** Identifies the answer in the page store. */
  key: string
  /** Names of what it shows. */
  tags: readonly string[]
  render: () => Promise<Rendered>
}

interface Options {
  dependencies: Pick<Dependencies, 'pages'>
  web: Pick<Web, 'isStable'>
}

/** Sends an answer that is made once, and cached until something it shows changes. */
export async function sendCached(
  { dependencies: { pages }, web }: Options,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, tags, render }: CachedAnswer,
) {
  if (!web.isStable) pages.drop('everything')
  return sendStored(request, reply, await pages.get(key, tags, render))
}
