import { createTransport } from 'nodemailer'
import { isLocal } from './check.ts'

/** Milliseconds until a mail server counts as silent: somebody may be waiting. */
export const PATIENCE = 10_000

/** A connection to the mail server at an address such as `smtp://user:password@mail.example.org:587`. */
export const openMailServer = (url: string) =>
  createTransport({
    url,
    requireTLS: mustEncrypt(url),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/**
 * Whether mails and the password of the mail server require TLS. A server that offers none may be an attacker on the way
 * who removed the offer. `?requireTLS=false` at the end of the address allows it.
 */
function mustEncrypt(address: string): boolean {
  const { protocol, hostname, searchParams } = new URL(address)
  if (protocol === 'smtps:' || searchParams.get('requireTLS') === 'false') return false
  return !isLocal(hostname)
}
