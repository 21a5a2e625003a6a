import { addJob } from '@nightdesk/db'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as, createArticle, createUser, db } from '../testing.ts'
import { createImport, createItem } from './testing.ts'

const admin = await createUser({ role: 'admin' })
const { imports, people } = as(admin)

const queued = async (task: string) => {
  const { rows } = await sql<{ queue: string; payload: object }>`
    select queue.queue_name as queue, payload from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = task_id
    join graphile_worker._private_job_queues queue on queue.id = job_queue_id
    where task.identifier = ${task} order by job.id`.execute(db)
  return rows
}

test('an import says what comes in, how far it is, and whom it names', async () => {
  const id = await createImport({ state: 'running' })
  const grace = await people.create({ name: 'Grace Vale' })
  const item = await createItem({
    import_id: id,
    key: '1',
    state: 'done',
    summary: { authors: ['grace vale'] },
  })
  await createItem({
    import_id: id,
    key: '2',
    notes: ['A table became text.'],
    summary: { authors: ['Njeri', 'grace vale'] },
  })
  await createItem({ import_id: id, key: '3', state: 'known', summary: { authors: ['Known'] } })
  await createItem({ import_id: id, key: '4', state: 'failed' })
  await addJob(db, 'import-pictures', { item_id: item })

  const read = await imports.get({ id })

  expect(read).toMatchObject({
    state: 'running',
    can_start: false,
    counts: { planned: 1, done: 1, known: 1, failed: 1, left: 0, undone: 0 },
    with_notes: 1,
    words: 10,
    pictures: 2,
    waiting_for_pictures: 1,
    progress: { done: 2, total: 3 },
  })
  expect(read.authors).toEqual([
    { name: 'grace vale', items: 2, person: { id: grace.id, name: 'Grace Vale' } },
    { name: 'Njeri', items: 1, person: null },
  ])
  const { authors: _, losses: __, addresses: ___, ...summary } = read
  expect((await imports.list({})).imports[0]).toEqual(summary)
})

test('its items are listed in their order, by state, and by whether something is changed', async () => {
  const id = await createImport()
  await createItem({ import_id: id, key: 'a' })
  await createItem({ import_id: id, key: 'b', notes: ['A table became text.'] })
  await createItem({ import_id: id, key: 'c', state: 'failed' })
  const titles = async (filter: Partial<Parameters<typeof imports.items>[0]>) =>
    (await imports.items({ id, ...filter })).items.map(({ title }) => title)

  expect(await titles({})).toEqual(['Story a', 'Story b', 'Story c'])
  expect(await titles({ state: 'failed' })).toEqual(['Story c'])
  expect(await titles({ notes: 'some' })).toEqual(['Story b'])
  expect(await titles({ limit: 1, page: 2 })).toEqual(['Story b'])
  expect(await imports.items({ id, notes: 'none' })).toMatchObject({ count: 2 })
  await expect(imports.items({ id: 999_999 })).rejects.toMatchObject({ message: 'Import not found' })
})

test('what is changed or lost is summed up by kind, the worst first, and opens its items', async () => {
  const id = await createImport()
  const losses = {
    a: [['table', 2]],
    b: [
      ['table', 1],
      ['picture-left-out', 1],
    ],
    c: [],
  } as const
  for (const [key, kinds] of Object.entries(losses))
    await createItem({
      import_id: id,
      key,
      summary: { losses: kinds.map(([kind, count]) => ({ kind, count })) },
    })
  await createItem({ import_id: id, key: 'd', summary: { path: '/about' } })

  expect(await imports.get({ id })).toMatchObject({ pages: 1 })
  expect((await imports.get({ id })).losses).toEqual([
    { kind: 'picture-left-out', count: 1, items: 1 },
    { kind: 'table', count: 3, items: 2 },
  ])
  expect(await imports.items({ id, loss: 'table' })).toMatchObject({
    items: [{ title: 'Story a' }, { title: 'Story b' }],
    count: 2,
  })
})

test('old addresses are counted by kind, and each kind lists them, those that lead nowhere first', async () => {
  const import_id = await createImport()
  const address = { import_id, name: 'Moon', leads_to: '/tag/moon', problem: null }
  await db
    .insertInto('import_addresses')
    .values([
      { ...address, kind: 'tag', path: '/a' },
      { ...address, kind: 'tag', path: '/b', leads_to: null, problem: 'nothing' },
      { ...address, kind: 'list', path: '/feed', name: null, leads_to: '/rss.xml' },
    ])
    .execute()
  const paths = async (filter: Partial<Parameters<typeof imports.addresses>[0]>) =>
    (await imports.addresses({ id: import_id, ...filter })).addresses.map(({ path }) => path)

  expect((await imports.get({ id: import_id })).addresses).toEqual([
    { kind: 'tag', count: 2, problems: 1 },
    { kind: 'list', count: 1, problems: 0 },
  ])
  expect(await paths({ kind: 'tag' })).toEqual(['/b', '/a'])
  expect(await paths({ limit: 1, page: 2 })).toEqual(['/a'])
  expect(await imports.addresses({ id: import_id, kind: 'list' })).toMatchObject({ count: 1 })
  await expect(imports.addresses({ id: 999_999 })).rejects.toMatchObject({ message: 'Import not found' })
})

test('an import is started once, with its choices, by the account that owns what comes in', async () => {
  const id = await createImport()
  const { id: person_id } = await people.create({ name: 'Ursula' })
  const chosen = { imports_as: 'draft', with_tags: false, wayback: true } as const

  const started = await imports.start({ id, ...chosen, people: [{ author: 'U. K.', person_id }] })

  expect(started).toMatchObject({ state: 'running', fetches_pictures: true, ...chosen, made_by_name: 'Ada' })
  expect(await queued('run-import')).toEqual([{ queue: 'imports', payload: { import_id: id } }])
  expect(
    await db.selectFrom('imports').where('id', '=', id).select(['made_by', 'credits']).execute(),
  ).toEqual([{ made_by: admin.id, credits: { 'U. K.': person_id } }])
  await expect(imports.start({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a file is read again with the address of its old site, before it is imported', async () => {
  const id = await createImport()
  await createItem({ import_id: id, key: 'a' })
  await expect(imports.read({ id, site: 'http://localhost' })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  })

  const read = await imports.read({ id, site: 'lamp.example/blog' })

  expect(read).toMatchObject({
    state: 'reading',
    site: 'https://lamp.example/blog/',
    progress: { done: 0, total: null },
  })
  expect(await queued('read-import')).toContainEqual({ queue: 'imports', payload: { import_id: id } })
  for (const other of [id, await createImport({ upload: null }), await createImport({ state: 'done' })])
    await expect(imports.read({ id: other, site: 'lamp.example' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
})

test('an import of the command line goes on there, and nobody is credited who is not there', async () => {
  const [local, uploaded] = [await createImport({ upload: null }), await createImport()]

  await expect(imports.start({ id: local })).rejects.toThrow('Run the same command to go on.')
  await expect(
    imports.start({ id: uploaded, people: [{ author: 'A', person_id: 999_999 }] }),
  ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
})

test('what has brought something in can be undone, also while it runs; the rest can be removed, also while it is read', async () => {
  for (const state of ['running', 'done'] as const) {
    const id = await createImport({ state })
    await expect(imports.remove({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await imports.undo({ id })).toMatchObject({ state: 'undoing', progress: { done: 0, total: 0 } })
    expect(await queued('undo-import')).toContainEqual({
      queue: 'imports',
      payload: { import_id: id, requested_by: admin.id },
    })
    await expect(imports.remove({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
  }
  for (const state of ['reading', 'ready', 'failed', 'undone'] as const) {
    const id = await createImport({ state })
    await expect(imports.undo({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await imports.remove({ id })
    await expect(imports.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('an import stays in the list while stories are here that undo has left, as they would come in again', async () => {
  const { id: article_id } = await createArticle(admin)
  const id = await createImport({ state: 'undone' })
  await createItem({ import_id: id, key: 'edited', state: 'left', article_id })

  await expect(imports.remove({ id })).rejects.toMatchObject({ code: 'CONFLICT' })

  await db.deleteFrom('articles').where('id', '=', article_id).execute()
  await imports.remove({ id })
  await expect(imports.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('what undo has left and somebody has deleted since is listed as it is counted: undone', async () => {
  const { id: article_id } = await createArticle(admin)
  const id = await createImport({ state: 'undone' })
  await createItem({ import_id: id, key: 'here', state: 'left', article_id })
  await createItem({ import_id: id, key: 'deleted', state: 'left' })

  const [left, undone] = await Promise.all(
    (['left', 'undone'] as const).map((state) => imports.items({ id, state })),
  )

  expect((await imports.get({ id })).counts).toMatchObject({ left: 1, undone: 1 })
  expect(left).toMatchObject({ count: 1, items: [{ title: 'Story here', state: 'left' }] })
  expect(undone).toMatchObject({ count: 1, items: [{ title: 'Story deleted', state: 'undone' }] })
})
