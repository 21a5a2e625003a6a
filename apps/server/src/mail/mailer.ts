import { setTimeout } from 'node:timers/promises'
import type { InviteLink } from '@nightdesk/contracts'
import type { FastifyBaseLogger } from 'fastify'
import type { Background } from '../background.ts'
import type { Mail, Occasion } from './letters.ts'

interface Mailer {
  isOn: boolean
  /** Hands a mail to the mail server. Never throws: a failure is logged, without the mail, and returned. */
  send(log: FastifyBaseLogger, to: string, mail: Mail): Promise<InviteLink['mail']>
}

/**
 * `url` as in `smtp://user:password@mail.example.org:587`. Without it there is no mail, and the mail library is not
 * loaded.
 */
export async function createMailer(
  url: string | undefined,
  sender: () => Promise<{ name: string; address: string }>,
): Promise<Mailer> {
  if (!url) return { isOn: false, send: async () => 'off' }
  const { openMailServer, PATIENCE } = await import('@nightdesk/doctor/mail-server')
  const server = openMailServer(url)
  const send = async (to: string, mail: Mail) => {
    // As an object, so that commas do not make several addresses of one.
    await server.sendMail({ ...mail, from: await sender(), to: { name: '', address: to } })
    return 'sent' as const
  }
  return {
    isOn: true,
    async send(log, to, mail) {
      try {
        return await Promise.race([send(to, mail), tooLate(PATIENCE)])
      } catch (error) {
        log.warn({ err: error }, 'A mail could not be sent')
        return 'failed'
      }
    },
  }
}

async function tooLate(milliseconds: number): Promise<never> {
  await setTimeout(milliseconds, undefined, { ref: false })
  throw new Error('The mail server took too long')
}

interface Post {
  mailer: Mailer
  background: Background
  log: FastifyBaseLogger
  readSite(): Promise<{ name: string; url: string }>
}

/** Mails the owner of an account what has happened to it, after the answer. Does nothing when the site sends no mail. */
export function notifyOf(
  { mailer, background, log, readSite }: Post,
  { username, full_name }: { username: string; full_name: string },
  letter: (occasion: Occasion) => Mail,
): void {
  if (!mailer.isOn) return
  background.run(log, async () => {
    const { name, url } = await readSite()
    return mailer.send(log, username, letter({ name: full_name, site: name, url }))
  })
}
