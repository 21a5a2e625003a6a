import type { Context } from '../context.ts'
import type { Mail } from './letter.ts'
import type { Occasion } from './letters.ts'

/** Tells the owner of an account by mail what has happened to it, after the answer; where the site sends no mail, nobody. */
export function notifyOf(
  { mailer, background, log, site }: Context,
  { username, full_name }: { username: string; full_name: string },
  letter: (occasion: Occasion) => Mail,
): void {
  if (!mailer.isOn) return
  const mail = letter({ name: full_name, site: site.name, url: site.url })
  background.run(log, () => mailer.send(log, username, mail))
}
