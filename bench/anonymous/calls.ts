import type { Access, Contract, contract } from '@nightdesk/contracts'
import { STORIES } from './large-site.ts'
import { longest, ofQueries } from './queries.ts'
import { BATCH, batch, LAST, LONGEST, type Requests, read, send, TOKEN } from './request.ts'
import { AUTHORS } from './stories.ts'

type PublicPath<C extends Contract> = {
  [F in keyof C & string]: {
    [N in keyof C[F] & string]: C[F][N] extends { access: infer A extends Access }
      ? 'public' extends A
        ? `${F}.${N}`
        : never
      : never
  }[keyof C[F] & string]
}[keyof C & string]

/** An answer of a browser, of the right form. */
const PASSKEY = {
  id: TOKEN,
  rawId: TOKEN,
  type: 'public-key',
  response: { clientDataJSON: TOKEN, authenticatorData: TOKEN, signature: TOKEN },
  clientExtensionResults: {},
}

/** Of the contract. The compiler asks for each public endpoint. */
export const CALLS: Record<PublicPath<typeof contract>, Record<string, Requests>> = {
  'published.list': {
    everything: () => read('/api/articles'),
    'the first page': () => read(`/api/articles?page=1`),
    'the last page': (round) => read(`/api/articles?limit=${LONGEST}&page=${LAST - round}`),
    'the last page, by publication': (round) =>
      read(`/api/articles?sort=-date_published&limit=${LONGEST}&page=${LAST - round}`),
    'beyond the last page': (round) => read(`/api/articles?limit=${LONGEST}&page=${100_000 - round}`),
    'of the most used tag, the last page': (round) =>
      read(`/api/articles?tag=tag-1&limit=${LONGEST}&page=${LAST - round}`),
    'of a rare tag': (round) => read(`/api/articles?tag=tag-${2 + round}`),
    'of an unknown tag': (round) => read(`/api/articles?tag=unknown-${round}`),
    'of an author': (round) => read(`/api/articles?author=${1 + (round % AUTHORS)}`),
    'of an unknown author': (round) => read(`/api/articles?author=${9_999_999 + round}`),
    'with a letter': (round) => read(`/api/articles?q=e&page=${LAST - round}`),
    'with words that nothing has': (round) =>
      read(`/api/articles?q=${longest((index) => `a${index}${round}`)}`),
  },
  'published.get': {
    one: (round) => read(`/api/articles/${1 + round}`),
    'of none': (round) => read(`/api/articles/${9_999_999 + round}`),
    'a batch': (round) => batch('published.get', (index) => ({ id: 1 + round * BATCH + index })),
  },
  'published.page': { 'of none': (round) => read(`/api/page?path=/unknown-${round}`) },
  'published.person': {
    one: (round) => read(`/api/people/${1 + (round % AUTHORS)}`),
    'of none': (round) => read(`/api/people/${9_999_999 + round}`),
    'a batch': (round) =>
      batch('published.person', (index) => ({ id: 1 + ((round * BATCH + index) % AUTHORS) })),
  },
  'published.neighbours': {
    'in the middle': (round) => read(`/api/articles/${STORIES / 2 + round}/neighbours`),
    'of the oldest': (round) => read(`/api/articles/${STORIES - round}/neighbours`),
    'a batch': (round) => batch('published.neighbours', (index) => ({ id: STORIES - round * BATCH - index })),
  },
  'published.corrections': {
    all: () => read('/api/corrections'),
    'the last page': (round) => read(`/api/corrections?limit=${LONGEST}&page=${20 - round}`),
    'a batch': (round) =>
      batch('published.corrections', (index) => ({ limit: LONGEST, page: 20 - ((index + round) % 20) })),
  },
  'published.tags': {
    all: () => read('/api/tags'),
    'a batch': () => batch('published.tags'),
  },
  'published.search': ofQueries((query) => read(`/api/search?q=${query}`)),
  'notes.create': {
    'on an unknown preview': () =>
      send(`/api/previews/${TOKEN}/notes`, { name: 'A', text: 'B', quote: '', prefix: '', suffix: '' }),
  },
  'auth.login': {
    'with a password that is too long': () =>
      send('/admin/login', { username: 'nobody@example.org', password: 'x'.repeat(60_000) }),
  },
  'auth.loginWithTotp': {
    'with a wrong attempt': () => send('/admin/login/totp', { attempt: TOKEN, code: '123456' }),
  },
  'auth.loginWithRecoveryCode': {
    'with a wrong attempt': () =>
      send('/admin/login/recovery-code', { attempt: TOKEN, recovery_code: 'x'.repeat(100) }),
  },
  'auth.passkeyOptions': { 'without an attempt': () => send('/admin/login/passkey-options', {}) },
  'auth.loginWithPasskey': {
    'with a wrong answer': () => send('/admin/login/passkey', { attempt: TOKEN, passkey: PASSKEY }),
  },
  'auth.setup': {
    'after the first start': () =>
      send('/admin/setup', {
        token: TOKEN,
        username: 'a@example.org',
        full_name: 'A',
        password: 'long enough for this',
      }),
  },
  'auth.readSetup': { 'with an unknown token': () => send('/admin/setup-link', { token: TOKEN }) },
  'auth.readLink': {
    'with an unknown token': () => send('/admin/one-time-link', { kind: 'reset', token: TOKEN }),
  },
  'auth.acceptInvite': {
    'with an unknown token': () =>
      send('/admin/accept-invite', { token: TOKEN, full_name: 'A', password: 'long enough for this' }),
  },
  'auth.recovery': {
    'a batch': () => batch('auth.recovery'),
  },
  'auth.forgotPassword': {
    'of nobody': (round) => send('/admin/forgot-password', { username: `nobody-${round}@example.org` }),
  },
  'auth.resetPassword': {
    'with an unknown token': () =>
      send('/admin/reset-password', { token: TOKEN, password: 'long enough for this' }),
  },
}
