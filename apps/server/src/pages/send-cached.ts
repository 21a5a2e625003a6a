import { isNumberedAddress } from '@nightdesk/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import type { ReadyAnswers } from '../page-store/ready-answers.ts'
import { sendStored } from '../page-store/send-stored.ts'
import type { Rendered } from '../page-store/stored-page.ts'
import { redirectMissing } from '../redirects/redirect-missing.ts'
import type { Web } from './web.ts'

export interface CachedAnswer {
  /** Identifies the answer in the page store. */
  key: string
  /** Names of what it shows. */
  tags: readonly string[]
  render: () => Promise<Rendered>
}

interface Options {
  dependencies: Pick<Dependencies, 'pages' | 'find_redirect' | 'missing_addresses'>
  ready: ReadyAnswers
  web: Pick<Web, 'isStable'>
}

/** Sends an answer that is made once, and cached until something it shows changes. */
export async function sendCached(
  { dependencies, ready, web }: Options,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, tags, render }: CachedAnswer,
) {
  const { pages } = dependencies
  if (!web.isStable) pages.drop('everything')
  const page = await pages.get(key, tags, render)
  const redirected = page.status === 404 && (await redirectMissing(dependencies, request, reply))
  if (redirected) return redirected
  // An address such as `/?p=123` may be redirected later.
  if (web.isStable && !isNumberedAddress(request.url)) ready.remember(request, reply, key)
  return sendStored(request, reply, page)
}
