import type { ApiRouter, ErrorBody, UploadedImage } from '@nightdesk/contracts'
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client'

export type * from '@nightdesk/contracts'
/** What a call throws: `data.code` is stable, `message` a sentence; without `data` the server was not reached. */
export { TRPCClientError } from '@trpc/client'

export type Client = TRPCClient<ApiRouter>

/** The API of the site at `url`, typed by the contract. @param token a key, or the token of a sign-in */
export function createClient(url: string, token?: string): Client {
  return createTRPCClient<ApiRouter>({
    links: [httpLink({ url: new URL('/trpc', url), headers: token ? bearer(token) : {} })],
  })
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Stores one picture. The name appears only in messages: the server chooses the names of its files. */
export type UploadImage = (name: string, bytes: Uint8Array) => Promise<UploadedImage>

/** Uploads to the site at `url`. Files go through REST: tRPC carries JSON. */
export const uploaderTo =
  (url: string, token: string): UploadImage =>
  async (name, bytes) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), name)
    const response = await fetch(new URL('/admin/upload', url), {
      method: 'POST',
      headers: bearer(token),
      body: form,
    })
    if (!response.ok) throw new Error(`${name} was not uploaded: ${await reasonOf(response)}`)
    const { data } = (await response.json()) as { data: UploadedImage } // the body of a 201 of this route
    return data
  }

async function reasonOf(response: Response) {
  // The body of every REST error; a proxy may answer with a page, or with JSON of its own.
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null
  return body?.error && body.code ? `${body.error} (${body.code})` : `the answer was ${response.status}`
}
