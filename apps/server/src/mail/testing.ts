import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  to: string[]
  head: string
  /** The received source, without soft line breaks. */
  source: string
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>

/** A real mail server that stores what it receives. */
export async function startMailbox() {
  const mails: ReceivedMail[] = []
  let isRefusing = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      text(stream).then((source) => {
        if (isRefusing) return done(new Error('No mail today'))
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const [head = ''] = source.split('\r\n\r\n', 1)
        mails.push({ to, head, source: decoded(source) })
        done()
      }, done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo // it listens on a port
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** Refuses every mail from now on. */
    refuse: () => {
      isRefusing = true
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** Decodes quoted-printable, enough for links and plain words. */
const decoded = (source: string) =>
  source
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
