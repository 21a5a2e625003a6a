import { setTimeout } from 'node:timers/promises'
import type { InviteLink } from '@nightdesk/contracts'
import type { FastifyBaseLogger } from 'fastify'
import type { Mail } from './letter.ts'

export type Delivery = InviteLink['mail']

export interface Mailer {
  /** Whether a mail server is configured. */
  isOn: boolean
  /** Hands a mail to the mail server. Never throws: a failure is logged, without the mail, and returned. */
  send(log: FastifyBaseLogger, to: string, mail: Mail): Promise<Delivery>
}

interface Sender {
  name: string
  address: string
}

/** Milliseconds until a mail counts as not sent: a caller may be waiting. */
const PATIENCE = 10_000

/**
 * `url` as in `smtp://user:password@mail.example.org:587`. Without it there is no mail, and the mail library is not
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
    // As an object, so that commas do not make several addresses of one.
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
 * Whether mails and the password of the mail server require TLS. A server that offers none may be an attacker on the way
 * who removed the offer. `?requireTLS=false` at the end of the address allows it.
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
