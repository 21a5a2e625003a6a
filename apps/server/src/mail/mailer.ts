import { setTimeout } from 'node:timers/promises'
import type { InviteLink } from '@nightdesk/contracts'
import type { FastifyBaseLogger } from 'fastify'
import type { Mail } from './letter.ts'

export type Delivery = InviteLink['mail']

export interface Mailer {
  /** Whether there is a mail server to send through. */
  isOn: boolean
  /** Hands a mail to the mail server. Never throws: a failure is logged, without the mail, and told. */
  send(log: FastifyBaseLogger, to: string, mail: Mail): Promise<Delivery>
}

interface Sender {
  name: string
  address: string
}

/** Milliseconds until a mail counts as not sent: somebody may be waiting for the answer. */
const PATIENCE = 10_000

/**
 * `url` as in `smtp://user:password@mail.example.org:587`. Without one there is no mail, and nothing that sends it is
 * loaded.
 */
export async function createMailer(url: string | undefined, from: Sender): Promise<Mailer> {
  if (!url) return { isOn: false, send: async () => 'off' }
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    requireTLS: mustEncrypt(url),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const send = async (to: string, mail: Mail) => {
    // As an object: an address is one address, whatever commas it holds.
    await transport.sendMail({ ...mail, from, to: { name: '', address: to } })
    return 'sent' as const
  }
  return {
    isOn: true,
    async send(log, to, mail) {
      try {
        return await Promise.race([send(to, mail), tooLate()])
      } catch (error) {
        log.warn({ err: error }, 'A mail could not be sent')
        return 'failed'
      }
    },
  }
}

/**
 * Whether a mail, and the password of the mail server, may leave this machine by TLS only. Where a server offers none,
 * somebody on the way may have taken the offer out. `?requireTLS=false` at the end of the address allows it all the same.
 */
function mustEncrypt(address: string): boolean {
  const { protocol, hostname, searchParams } = new URL(address)
  if (protocol === 'smtps:' || searchParams.get('requireTLS') === 'false') return false
  return !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname)
}

async function tooLate(): Promise<never> {
  await setTimeout(PATIENCE, undefined, { ref: false })
  throw new Error('The mail server took too long')
}
