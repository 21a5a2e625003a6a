import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { MAX_IMAGE_BYTES } from '@nightdesk/contracts'
import { freePort } from '@nightdesk/storage/testing-port'
import { describe, expect, test } from 'vitest'
import { createDownload } from './download.ts'
import { startSite } from './testing.ts'

/** A trusted site, the only one on this machine that a download may reach. */
async function trustedSite(listener: RequestListener, timeout = 10_000) {
  const origin = await startSite(listener)
  return { origin, download: createDownload({ trusted_origins: [origin], timeout }) }
}

const NO_SITE = 'No site was found at this address.'
const NOT_COPIED = 'Images are copied from ordinary web addresses only: http or https, and no port.'

describe('an address that leads to no public place is not asked', () => {
  const download = createDownload({ trusted_origins: [] })

  test.each([
    ['this machine', 'http://127.0.0.1/'],
    ['this machine in short', 'http://127.1/'],
    ['this machine as one number', 'http://2130706433/'],
    ['this machine in octal', 'http://0177.0.0.1/'],
    ['this machine in hex', 'http://0x7f.0.0.1/'],
    ['this machine in wide letters', 'http://①②⑦.⓪.⓪.①/'],
    ['this machine by name', 'http://localhost/'],
    ['this machine by its whole name', 'http://localhost./'],
    ['any address', 'http://0.0.0.0/'],
    ['any address', 'https://[::]/'],
    ['IPv6', 'http://[::1]/'],
    ['IPv4 in IPv6', 'http://[::ffff:127.0.0.1]/'],
    ['a private network', 'https://10.0.0.1/'],
    ['a private network', 'https://[fd00::1]/'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data/'],
    ['a name that nobody has', 'http://nightdesk.invalid/'],
  ])('%s: %s', async (_what, url) => {
    await expect(download(url)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', message: NO_SITE })
  })

  test.each([
    ['another port', 'http://example.org:8080/'],
    ['the port of the other scheme', 'http://example.org:443/'],
    ['a user', 'http://user:password@example.org/'],
    ['another scheme', 'ftp://example.org/'],
    ['a file', 'file:///etc/passwd'],
    ['no host', 'http:///etc/passwd'],
    ['no address', 'a.png'],
  ])('%s: %s', async (_what, url) => {
    await expect(download(url)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', message: NOT_COPIED })
  })
})

describe('a redirect', () => {
  const redirectTo = (location: string) => (response: ServerResponse) =>
    response.writeHead(302, { location }).end()

  test('is followed', async () => {
    const { origin, download } = await trustedSite((request, response) => {
      if (request.url === '/b') response.end('lamp')
      else redirectTo('/b')(response)
    })

    expect(String(await download(`${origin}/a`))).toBe('lamp')
  })

  test.each([
    ['to this machine', 'http://127.0.0.1/', NO_SITE],
    ['to this machine by name', 'http://localhost/', NO_SITE],
    ['to metadata', 'http://169.254.169.254/', NO_SITE],
    ['to a port that is not trusted', 'http://127.0.0.1:1/', NOT_COPIED],
    ['to another scheme', 'file:///etc/passwd', NOT_COPIED],
    ['with a password', 'http://a:b@example.org/', NOT_COPIED],
    ['to nonsense', 'http://', NOT_COPIED],
  ])('%s is not followed', async (_where, location, message) => {
    const { origin, download } = await trustedSite((_request, response) => redirectTo(location)(response))

    await expect(download(`${origin}/a`)).rejects.toMatchObject({ message })
  })

  test('is followed three times at most', async () => {
    let asked = 0
    const { origin, download } = await trustedSite((_request, response) => {
      asked += 1
      redirectTo('/again')(response)
    })

    await expect(download(`${origin}/a`)).rejects.toThrow('leads on to others too many times')
    expect(asked).toBe(4)
  })
})

test('a request reveals nothing about us', async () => {
  let headers: IncomingHttpHeaders = {}
  const { origin, download } = await trustedSite((request, response) => {
    headers = request.headers
    response.setHeader('set-cookie', 'a=b').end('lamp')
  })

  await download(`${origin}/a#fragment`)
  await download(`${origin}/a`)

  expect(headers).toEqual({
    accept: 'image/*',
    'accept-encoding': 'identity',
    connection: 'close',
    host: new URL(origin).host,
    'user-agent': 'Nightdesk',
  })
})

describe('an answer that is not taken', () => {
  const TOO_LARGE = 'Image size should be less than 5MB'
  const TOO_SLOW = 'The site took too long to answer. Please try again later.'
  const UNREACHABLE = 'The site could not be reached. Please try again later.'
  /** Sends an endless body, as fast as it is read. */
  const flood = (response: ServerResponse) => {
    const piece = Buffer.alloc(1024 * 1024)
    const send = () => {
      while (response.write(piece));
    }
    response.on('drain', send)
    send()
  }

  test.each<[string, (response: ServerResponse) => unknown, string]>([
    [
      'is 10 GB, and says so',
      (to) => to.writeHead(200, { 'content-length': 1e10 }).flushHeaders(),
      TOO_LARGE,
    ],
    ['is 10 GB, and says nothing', flood, TOO_LARGE],
    ['is a byte too large', (to) => to.end(Buffer.alloc(MAX_IMAGE_BYTES + 1)), TOO_LARGE],
    ['never comes', () => {}, TOO_SLOW],
    ['comes a drop at a time', (to) => void drip(to), TOO_SLOW],
    [
      'breaks off',
      (to) => to.writeHead(200, { 'content-length': 9 }).end('a', () => to.destroy()),
      UNREACHABLE,
    ],
    ['breaks off at once', (to) => to.destroy(), UNREACHABLE],
    ['is no HTTP', (to) => to.socket?.end('220 mail.example.org ESMTP\r\n'), UNREACHABLE],
    ['is gone', (to) => to.writeHead(410).end(), 'There is nothing at this address.'],
    ['is refused', (to) => to.writeHead(403).end(), 'The site does not give this image away (status 403).'],
    [
      'is a redirect to nowhere',
      (to) => to.writeHead(302).end(),
      'The site does not give this image away (status 302).',
    ],
  ])('%s', async (_what, answer, message) => {
    const timeout = message === TOO_SLOW ? 1_500 : 60_000
    const { origin, download } = await trustedSite((_request, response) => answer(response), timeout)

    await expect(download(`${origin}/a`)).rejects.toMatchObject({ message })
  })

  async function drip(response: ServerResponse) {
    while (!response.destroyed) {
      response.write('a')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
})

test('a site that is down is tried again later', async () => {
  const closed = `http://127.0.0.1:${await freePort()}`

  const refusal = createDownload({ trusted_origins: [closed] })(`${closed}/a`)

  await expect(refusal).rejects.toThrow('The site could not be reached. Please try again later.')
})
