import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, uploaderTo } from '@nightdesk/client'
import { expect, test } from 'vitest'

test.each([
  ['a page', '<h1>Too large</h1>'],
  ['JSON of its own', '{"message":"Too large"}'],
])(
  'the client takes an address with a slash at its end, and says when a proxy refuses an upload with %s',
  async (_what, body) => {
    const asked: string[] = []
    const proxy = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(413).end(body)
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const site = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/` // it listens on a port

    await expect(createClient(site).profile.get.query({})).rejects.toThrow()
    await expect(uploaderTo(site, 'a key')('poster.png', new Uint8Array([1]))).rejects.toThrow(
      'poster.png was not uploaded: the answer was 413',
    )

    expect(asked).toEqual(['/trpc/profile.get?input=%7B%7D', '/admin/upload'])
    proxy.close()
  },
)
