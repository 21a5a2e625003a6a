import { LINK_HOURS } from '@nightdesk/contracts'

export interface Occasion {
  /** Full name of the recipient. */
  name: string
  site: string
  url: string
}

/** Invites a user to choose a password. `from` is the full name of the inviting user. */
export const inviteLetter = ({ name, site, url, from }: Occasion & { from: string }): Mail =>
  writeMail({
    subject: `${from} invites you to ${site}`,
    name,
    message: `${from} has made an account for you at ${site}. Choose a password, and you can sign in.`,
    link: { label: 'Accept the invitation', url },
    note: `The link works once, within ${LINK_HOURS.invite} hours. If you do not know what this is about, please ignore it.`,
  })

export const resetLetter = ({ name, site, url }: Occasion): Mail =>
  writeMail({
    subject: `Your password for ${site}`,
    name,
    message: `Somebody, most likely you, has asked for a new password for your account at ${site}.`,
    link: { label: 'Choose a new password', url },
    note: `The link works once, within ${LINK_HOURS.reset} hour. If you did not ask for it, please ignore it: your password stays as it is.`,
  })

/** Goes to the old e-mail, which somebody who took over the account cannot read. */
export const emailChangedLetter = (occasion: Occasion): Mail =>
  writeNotice(
    occasion,
    `Your email for ${occasion.site} was changed`,
    `Your account at ${occasion.site} has another email from now on, and this one does not sign in any more.`,
  )

export const passwordChangedLetter = (occasion: Occasion): Mail =>
  writeNotice(
    occasion,
    `Your password for ${occasion.site} was changed`,
    `Your account at ${occasion.site} has another password from now on. Other places where it was signed in were signed out.`,
  )

/** After a sign-in at an instant from a device that the account has not used before. */
export const newDeviceLetter = (
  { name, site, url }: Occasion,
  { browser, system, network, at }: Record<'browser' | 'system' | 'network' | 'at', string>,
): Mail =>
  writeMail({
    subject: `A new sign-in to ${site}`,
    name,
    message: `Somebody, most likely you, signed in to your account at ${site} from a device that was not used for it lately: ${describeDevice(browser, system)}, from the network ${network}, on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC.`,
    link: { label: 'See where you are signed in', url: `${url}/admin/profile#sessions` },
    note: 'If this was not you, change your password at once, which ends all other sessions, and tell an admin of the site.',
  })

const CHANGES = {
  'passkey.added': 'A passkey was added. It can sign in to your account from now on.',
  'passkey.removed': 'A passkey was removed. It does not sign in any more.',
  'totp.added': 'An authenticator app was added. Its codes are asked for after your password from now on.',
  'totp.removed': 'The authenticator app was removed. Its codes do not work any more.',
  'codes.renewed': 'New recovery codes were made. The ones before do not work any more.',
  'key.added':
    'A key for scripts was made. Whoever has it calls the site as you, until you revoke it in your profile.',
  reset:
    'All passkeys, the authenticator app and the recovery codes were removed. You sign in with your password only, and were signed out everywhere.',
}

export const secondFactorLetter = (change: keyof typeof CHANGES) => (occasion: Occasion) =>
  writeNotice(occasion, `How you sign in to ${occasion.site} was changed`, CHANGES[change])

const writeNotice = ({ name, site, url }: Occasion, subject: string, message: string): Mail =>
  writeMail({
    subject,
    name,
    message,
    link: { label: `Open ${site}`, url },
    note: 'If this was not you, please tell an admin of the site at once.',
  })

const UNNAMED = ['Other', 'Unknown']

const describeDevice = (browser: string, system: string) =>
  `${UNNAMED.includes(browser) ? 'an unknown browser' : browser}${UNNAMED.includes(system) ? '' : ` on ${system}`}`

/** A mail without sender and recipient. */
export interface Mail {
  subject: string
  text: string
  html: string
}

interface Letter {
  subject: string
  /** Full name of the recipient. */
  name: string
  /** The subject of the letter, in a sentence or two. */
  message: string
  link: { label: string; url: string }
  /** The text below the link: how long it is valid, and who may ignore it. */
  note: string
}

/** A letter with one link, as plain text and as simple HTML with the same text. */
export function writeMail({ subject, name, message, link, note }: Letter): Mail {
  const greeting = `Hello ${name},`
  const html = [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="max-width:34rem;font:16px/1.5 sans-serif">',
    `<p>${escapeHtml(greeting)}</p>`,
    `<p>${escapeHtml(message)}</p>`,
    `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`,
    `<p style="color:#63676e">${escapeHtml(note)}</p>`,
    '</body></html>',
  ]
  return {
    subject,
    text: `${[greeting, message, `${link.label}:\n${link.url}`, note].join('\n\n')}\n`,
    html: `${html.join('\n')}\n`,
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
