import type { ArticleState } from '@nightdesk/contracts'
import { describe, expect, test } from 'vitest'
import { as, createArticle, createUser } from '../testing.ts'

const editor = await createUser()
const { articles: api, versions } = as(editor)

const names = ['publish', 'unpublish', 'archive', 'restore', 'delete'] as const
type Transition = (typeof names)[number]

const waysTo: Record<ArticleState, Transition[]> = {
  draft: [],
  published: ['publish'],
  archived: ['archive'],
  deleted: ['delete'],
}

async function articleIn(state: ArticleState) {
  const { id } = await createArticle(editor)
  for (const move of waysTo[state]) await api[move]({ id })
  return api.get({ id })
}

const outcomes: Record<ArticleState, Record<Transition, ArticleState | 'refused'>> = {
  draft: {
    publish: 'published',
    unpublish: 'draft',
    archive: 'archived',
    restore: 'draft',
    delete: 'deleted',
  },
  published: {
    publish: 'published',
    unpublish: 'draft',
    archive: 'archived',
    restore: 'refused',
    delete: 'deleted',
  },
  archived: {
    publish: 'refused',
    unpublish: 'refused',
    archive: 'archived',
    restore: 'draft',
    delete: 'deleted',
  },
  deleted: {
    publish: 'refused',
    unpublish: 'refused',
    archive: 'refused',
    restore: 'draft',
    delete: 'deleted',
  },
}

const table = Object.entries(outcomes).flatMap(
  ([state, moves]) => names.map((move) => ({ state: state as ArticleState, move, outcome: moves[move] })), // the keys of outcomes
)

test.each(table)('$move, from $state: $outcome', async ({ state, move, outcome }) => {
  const before = await articleIn(state)

  const moved = await api[move]({ id: before.id }).catch((error) => error)

  if (outcome === 'refused') expect(moved).toMatchObject({ code: 'CONFLICT' })
  const after = await api.get({ id: before.id })
  expect(after.state).toBe(outcome === 'refused' ? state : outcome)
  expect(after.date_updated).toBe(before.date_updated)
})

test.each(table.filter(({ state, outcome }) => state === outcome))(
  '$move of a $state article changes nothing',
  async ({ state, move }) => {
    const before = await articleIn(state)

    expect(await api[move]({ id: before.id })).toEqual(before)
  },
)

describe('publishing', () => {
  test('and unpublishing make a version each, with the same text', async () => {
    const { id } = await articleIn('published')

    await api.unpublish({ id })

    const history = await versions.list({ id })
    const changes = history.map(({ change_description, state }) => [change_description, state])
    expect(changes).toEqual([
      ['Unpublished', 'draft'],
      ['Published', 'published'],
      ['Created', 'draft'],
    ])
    expect(new Set(history.map(({ title }) => title)).size).toBe(1)
  })

  test('again keeps the date of the first time', async () => {
    const { id, date_published } = await articleIn('published')

    await api.unpublish({ id })
    const again = await api.publish({ id })

    expect(again.date_published).toBe(date_published)
  })
})

test.each(['draft', 'archived', 'deleted'] as const)('readers do not find a %s article', async (state) => {
  const { id } = await articleIn('published')

  await api[state === 'draft' ? 'unpublish' : state === 'archived' ? 'archive' : 'delete']({ id })

  await expect(as(null).published.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an article in the trash cannot be edited or reverted', async () => {
  const { id, version_id } = await articleIn('deleted')

  await expect(api.update({ id, title: 'B' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(versions.revert({ id, version_id })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('two concurrent publishes both succeed, and make one version', async () => {
  const { id } = await articleIn('draft')

  const both = await Promise.all([api.publish({ id }), api.publish({ id })])

  expect(both.map(({ version_number }) => version_number)).toEqual([2, 2])
})
