import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { writeMail } from './letters.ts'
import { createMailer } from './mailer.ts'
import { startMailbox } from './testing.ts'

const from = async () => ({ name: 'The Night Desk', address: 'nightdesk@example.org' })
const link = { label: 'Come in', url: 'https://example.org/accept-invite#secret' }
const letter = writeMail({ subject: 'An invitation', name: 'Ada', message: 'M', link, note: 'N' })

const lines: string[] = []
const log = createLog(
  'warn',
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  }),
)

test('a mail goes out as text and as HTML', async () => {
  await using mailbox = await startMailbox()

  const outcome = await (await createMailer(mailbox.url, from)).send(log, 'ada@example.org', letter)

  expect(outcome).toBe('sent')
  const [mail] = mailbox.mails
  expect(mail?.to).toEqual(['ada@example.org'])
  for (const part of [
    'From: The Night Desk <nightdesk@example.org>',
    'Subject: An invitation',
    'text/plain',
    `Come in:\r\n${link.url}`,
    'text/html',
    `<a href="${link.url}">Come in</a>`,
  ]) {
    expect(mail?.source).toContain(part)
  }
})

test('an address with commas is still one address', async () => {
  await using mailbox = await startMailbox()

  await (await createMailer(mailbox.url, from)).send(log, 'ada,eve@example.org', letter)

  expect(mailbox.mails.flatMap(({ to }) => to)).toHaveLength(1)
})

test('a refused mail is reported and logged, without the link', async () => {
  await using mailbox = await startMailbox()
  mailbox.refuse()

  const outcome = await (await createMailer(mailbox.url, from)).send(log, 'ada@example.org', letter)

  expect(outcome).toBe('failed')
  expect(lines.join()).toContain('A mail could not be sent')
  expect(lines.join()).not.toContain('secret')
})

test('without a listening server, a mail fails', async () => {
  const mailbox = await startMailbox()
  await mailbox[Symbol.asyncDispose]()

  expect(await (await createMailer(mailbox.url, from)).send(log, 'ada@example.org', letter)).toBe('failed')
})

describe('a mail server on another machine that offers no TLS', () => {
  // A loopback address that does not look like one.
  const elsewhere = (url: string) => url.replace('127.0.0.1', '0.0.0.0')

  test('gets no mail', async () => {
    await using mailbox = await startMailbox()

    const outcome = await (await createMailer(elsewhere(mailbox.url), from)).send(
      log,
      'ada@example.org',
      letter,
    )

    expect([outcome, mailbox.mails]).toEqual(['failed', []])
  })

  test('gets it where the address allows that', async () => {
    await using mailbox = await startMailbox()
    const url = `${elsewhere(mailbox.url)}?requireTLS=false`

    expect(await (await createMailer(url, from)).send(log, 'ada@example.org', letter)).toBe('sent')
  })
})

test('without a mail server there is no mail', async () => {
  const mailer = await createMailer(undefined, from)

  expect(mailer.isOn).toBe(false)
  expect(await mailer.send(log, 'ada@example.org', letter)).toBe('off')
})
