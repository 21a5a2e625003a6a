import { LINK_HOURS } from '@nightdesk/contracts'
import { type Mail, writeMail } from './letter.ts'

export interface Occasion {
  /** Full name of the recipient. */
  name: string
  /** Name of the site. */
  site: string
  url: string
}

/** Invites a user to choose a password. `from` is the full name of the inviting user. */
export const inviteLetter = ({ name, site, url, from }: Occasion & { from: string }): Mail =>
  writeMail({
    subject: `${from} invites you to ${site}`,
    greeting: `Hello ${name},`,
    message: `${from} has made an account for you at ${site}. Choose a password, and you can sign in.`,
    link: { label: 'Accept the invitation', url },
    note: `The link works once, within ${LINK_HOURS.invite} hours. If you do not know what this is about, please ignore it.`,
  })

/** Lets a user who has lost the password choose a new one. */
export const resetLetter = ({ name, site, url }: Occasion): Mail =>
  writeMail({
    subject: `Your password for ${site}`,
    greeting: `Hello ${name},`,
    message: `Somebody, most likely you, has asked for a new password for your account at ${site}.`,
    link: { label: 'Choose a new password', url },
    note: `The link works once, within ${LINK_HOURS.reset} hour. If you did not ask for it, please ignore it: your password stays as it is.`,
  })

/** Goes to the old e-mail, which somebody who took over the account cannot read. */
export const emailChangedLetter = ({ name, site, url }: Occasion): Mail =>
  writeMail({
    subject: `Your email for ${site} was changed`,
    greeting: `Hello ${name},`,
    message: `Your account at ${site} has another email from now on, and this one does not sign in any more.`,
    link: { label: `Open ${site}`, url },
    note: NOT_YOU,
  })

export const passwordChangedLetter = ({ name, site, url }: Occasion): Mail =>
  writeMail({
    subject: `Your password for ${site} was changed`,
    greeting: `Hello ${name},`,
    message: `Your account at ${site} has another password from now on. Other places where it was signed in were signed out.`,
    link: { label: `Open ${site}`, url },
    note: NOT_YOU,
  })

const NOT_YOU = 'If this was not you, please tell an admin of the site at once.'
