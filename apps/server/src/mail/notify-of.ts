import type { FastifyBaseLogger } from 'fastify'
import type { Background } from '../background.ts'
import type { Mail } from './letter.ts'
import type { Mailer } from './mailer.ts'
import type { Occasion } from './letters.ts'

interface Post {
  mailer: Mailer
  background: Background
  log: FastifyBaseLogger
  site: { name: string; url: string }
}

/** Mails the owner of an account what has happened to it, after the answer. Does nothing when the site sends no mail. */
export function notifyOf(
  { mailer, background, log, site }: Post,
  { username, full_name }: { username: string; full_name: string },
  letter: (occasion: Occasion) => Mail,
): void {
  if (!mailer.isOn) return
  const mail = letter({ name: full_name, site: site.name, url: site.url })
  background.run(log, () => mailer.send(log, username, mail))
}
