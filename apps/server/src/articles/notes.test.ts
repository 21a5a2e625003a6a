import type { notes as contract, Input } from '@nightdesk/contracts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { as, createArticle, createUser, db, paragraph, testApp, untilWaiting } from '../testing.ts'

const app = await testApp()
const editor = await createUser({ full_name: 'Ada' })
const { articles, notes, previews } = as(editor)
const { notes: reader } = as(null)

const STORY = 'The ferry leaves at dusk and nobody waits for it. She lit the lamp and set it in the window.'

async function proof(text = STORY) {
  const { id, version_id } = await createArticle(editor, [paragraph(text)])
  const link = await previews.create({ id })
  return { id, version_id, link, token: tokenOf(link.url) }
}

const tokenOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? ''

const noteOn = (quote: string, text = STORY): Omit<Input<typeof contract.create>, 'token'> => {
  const start = text.indexOf(quote)
  const end = start + quote.length
  return {
    name: 'Njeri',
    text: 'A lantern?',
    quote,
    prefix: text.slice(0, start).slice(-64),
    suffix: text.slice(end, end + 64),
  }
}
/** How a link ends. */
const endings: Record<string, (made: Awaited<ReturnType<typeof proof>>) => Promise<unknown>> = {
  revoked: ({ id, link }) => previews.revoke({ id, preview_id: link.id }),
  expired: ({ link }) =>
    db.updateTable('previews').set({ expires_at: sql`now()` }).where('id', '=', link.id).execute(),
  'of an article in the trash': ({ id }) => articles.delete({ id }),
}
const WHOLE = { name: 'Njeri', text: 'Lovely.', quote: '', prefix: '', suffix: '' }

describe('a reader of a preview', () => {
  test('leaves a note without an account, and who may edit the article reads it', async () => {
    const { id, token } = await proof()

    const made = await reader.create({ token, ...noteOn('the lamp'), suggestion: 'the lantern' })

    expect(await notes.list({ id })).toEqual([
      {
        ...made,
        ...noteOn('the lamp'),
        suggestion: 'the lantern',
        lost_at: null,
        resolved_at: null,
        resolved_by_name: null,
      },
    ])
  })

  test('may write thirty notes an hour by one link, and leaves those of other readers', async () => {
    const { token } = await proof()
    const url = `/api/previews/${token}/notes`
    const write = (remoteAddress: string) =>
      app.inject({ method: 'POST', url, payload: WHOLE, remoteAddress })
    for (let count = 0; count < 30; count++) await write('2001:db8::1')

    const refused = await write('2001:db8::2')

    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
    expect((await write('2001:db8:0:1::1')).statusCode).toBe(201)
    const other = await proof()
    await expect(reader.create({ token: other.token, ...WHOLE })).resolves.toBeDefined()
  })

  test('cannot write by a form of another site', async () => {
    const { id, token } = await proof()
    const url = `/api/previews/${token}/notes`
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type, origin: 'https://elsewhere.example' }
      const answer = await app.inject({ method: 'POST', url, headers, payload: JSON.stringify(WHOLE) })
      expect(answer.statusCode).toBe(415)
    }
    expect(await notes.list({ id })).toEqual([])
  })

  test.each([
    ['name', ' ', 'Name is required'],
    ['name', 'n'.repeat(61), 'Name must be at most 60 characters long'],
    ['text', '', 'Note is required'],
    ['text', 'a\0b', 'Note contains characters that cannot be stored'],
    ['quote', 'q'.repeat(501), 'Quote must be at most 500 characters long'],
    ['suggestion', 's'.repeat(1001), 'Suggestion must be at most 1000 characters long'],
  ])('gets a sentence for a wrong %s', async (field, value, message) => {
    const { token } = await proof()
    await expect(reader.create({ token, ...WHOLE, [field]: value })).rejects.toThrow(message)
  })
})

describe('a note', () => {
  test('is anchored in the newest text, though the reader saw an older one', async () => {
    const { id, version_id, token } = await proof()
    await articles.update({
      id,
      content: [paragraph(`It was late. ${STORY.replace('in the window', 'outside')}`)],
    })

    await reader.create({ token, version_id, ...noteOn('the lamp') })

    const [note] = await notes.list({ id })
    expect(note).toMatchObject({ quote: 'the lamp', suffix: ' and set it outside.', lost_at: null })
  })

  test('follows its words through saves, is marked as lost with them, and comes back', async () => {
    const { id, token } = await proof()
    await reader.create({ token, ...noteOn('the lamp') })

    await articles.update({ id, content: [paragraph(STORY.replace('The ferry leaves', 'No ferry leaves'))] })
    await articles.update({ id, content: [paragraph('Before.'), paragraph(STORY)] })
    expect(await notes.list({ id })).toMatchObject([{ quote: 'the lamp', lost_at: null }])
    await articles.update({ id, content: [paragraph('Before.'), paragraph(STORY.replace('lamp', 'torch'))] })
    expect(await notes.list({ id })).toMatchObject([{ quote: 'the lamp', lost_at: expect.any(String) }])
    await articles.update({ id, content: [paragraph('Before.'), paragraph(STORY)] })
    expect(await notes.list({ id })).toMatchObject([{ quote: 'the lamp', lost_at: null }])
  })

  test('on words that are not saved yet is stored as it was sent', async () => {
    const { id, token } = await proof()
    const unsaved = STORY.replace('the lamp', 'a green lamp')

    await reader.create({ token, ...noteOn('a green lamp', unsaved) })
    await articles.update({ id, content: [paragraph(`${unsaved} Then rain.`)] })

    expect(await notes.list({ id })).toMatchObject([
      { quote: 'a green lamp', suffix: ' and set it in the window. Then rain.', lost_at: null },
    ])
  })

  test('is resolved and opened again', async () => {
    const { id, token } = await proof()
    const { id: note_id } = await reader.create({ token, ...WHOLE })

    await notes.resolve({ id, note_id })
    const [resolved] = await notes.list({ id })
    await notes.resolve({ id, note_id })
    expect(await notes.list({ id })).toEqual([resolved])
    expect(resolved).toMatchObject({ resolved_at: expect.any(String), resolved_by_name: 'Ada' })

    await notes.reopen({ id, note_id })
    expect(await notes.list({ id })).toMatchObject([{ resolved_at: null, resolved_by_name: null }])
  })

  test.each(Object.entries(endings))(
    'outlives a link that is %s, and follows its words',
    async (_how, end) => {
      const made = await proof()
      const { id, token } = made
      const { id: note_id } = await reader.create({ token, ...noteOn('the lamp') })

      await end(made)
      if ((await articles.get({ id })).state === 'deleted') await articles.restore({ id })
      await articles.update({ id, content: [paragraph(`${STORY} Then rain.`), paragraph('the lamp')] })

      expect(await notes.list({ id })).toMatchObject([{ id: note_id, quote: 'the lamp', lost_at: null }])
    },
  )
})

describe('refused is', () => {
  test.each([...Object.keys(endings), 'unknown'])('a note by a link that is %s', async (how) => {
    const made = await proof()
    await endings[how]?.(made)
    const token = how === 'unknown' ? 'A'.repeat(43) : made.token

    await expect(reader.create({ token, ...WHOLE })).rejects.toThrow('Preview not found')
  })

  test('more than one link can hold', async () => {
    const { id, token, link } = await proof()
    const full = Array.from({ length: 500 }, () => ({ ...WHOLE, preview_id: link.id, article_id: id }))
    await db.insertInto('proof_notes').values(full).execute()

    await expect(reader.create({ token, ...WHOLE })).rejects.toThrow('This link has no room for more notes.')
  })

  test('every call for another author’s article', async () => {
    const { id, token } = await proof()
    const { id: note_id } = await reader.create({ token, ...WHOLE })
    const stranger = as(await createUser({ role: 'author' })).notes

    await expect(stranger.list({ id })).rejects.toThrow('not found')
    await expect(stranger.resolve({ id, note_id })).rejects.toThrow('not found')
    await expect(stranger.reopen({ id, note_id })).rejects.toThrow('not found')
  })

  test('a note of another article', async () => {
    const [one, other] = [await proof(), await proof()]
    const { id: note_id } = await reader.create({ token: one.token, ...WHOLE })

    await expect(notes.resolve({ id: other.id, note_id })).rejects.toThrow('Note not found')
  })
})

test('a note and the trash, which ends its link, do not wait for each other', async () => {
  const { id, link, token } = await proof()
  const { promise, resolve } = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await tx.selectFrom('previews').where('id', '=', link.id).select('id').forShare().execute()
    await promise
  })
  const trashed = articles.delete({ id })
  await untilWaiting(1)
  const note = reader.create({ token, ...WHOLE }).catch((error) => error)
  await untilWaiting(2)
  resolve()

  expect(await trashed).toMatchObject({ state: 'deleted' })
  expect(await note).toMatchObject({ code: 'NOT_FOUND' })
  await holding
})
