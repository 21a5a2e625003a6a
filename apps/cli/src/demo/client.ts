import type { ApiRouter } from '@nightdesk/contracts'
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client'

export type Client = TRPCClient<ApiRouter>

/**
 * The API of the site at `url`, typed by the contract. Sign in without a token, then ask for a client with one.
 * Its calls throw a `TRPCClientError` whose `data.code` is stable; without `data` the server was not reached.
 */
export function createClient(url: string, token?: string): Client {
  return createTRPCClient<ApiRouter>({
    links: [httpLink({ url: `${url}/trpc`, headers: token ? bearer(token) : {} })],
  })
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
