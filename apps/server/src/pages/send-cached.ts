import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../context.ts'
import type { ReadyAnswers } from '../page-store/ready-answers.ts'
import { sendStored } from '../page-store/send-stored.ts'
import type { Rendered } from '../page-store/stored-page.ts'
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
  ready: ReadyAnswers
  web: Pick<Web, 'isStable'>
}

/** Sends an answer that is made once, and cached until something it shows changes. */
export async function sendCached(
  { dependencies: { pages }, ready, web }: Options,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, tags, render }: CachedAnswer,
) {
  if (!web.isStable) pages.drop('everything')
  const page = await pages.get(key, tags, render)
  if (web.isStable) ready.remember(request, reply, key)
  return sendStored(request, reply, page)
}
