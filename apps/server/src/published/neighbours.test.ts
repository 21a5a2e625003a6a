import { expect, test } from 'vitest'
import { as, createPublished, createUser } from '../testing.ts'

const editor = await createUser()
const reader = as(null).published

test('the neighbours of an article were published right before and right after it', async () => {
  const [first, second, third] = [
    await createPublished(editor),
    await createPublished(editor),
    await createPublished(editor),
  ]
  await as(editor).articles.update({ id: first.id, title: 'Changed since' })

  const neighbours = await reader.neighbours({ id: second.id })

  expect(neighbours).toEqual({
    previous: { id: first.id, title: 'Changed since' },
    next: { id: third.id, title: third.title },
    by_tag: [],
  })
  expect(await reader.neighbours({ id: third.id })).toMatchObject({ next: null })
})

test('the neighbours of an article are published', async () => {
  const [shown, withdrawn] = [await createPublished(editor), await createPublished(editor)]
  await as(editor).articles.unpublish({ id: withdrawn.id })

  expect((await reader.neighbours({ id: shown.id })).next).toBeNull()
  await expect(reader.neighbours({ id: withdrawn.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the neighbours with each tag follow the order of the tags, without tags that no other article has', async () => {
  const publish = async (...tags: string[]) => {
    const { id, title } = await as(editor).articles.create({ title: tags.join(), content: [], tags })
    await as(editor).articles.publish({ id })
    return { id, title }
  }
  const [moon, lamp] = [await publish('Moons'), await publish('Lamps')]
  const both = await publish('Lamps', 'Rare', 'Moons')
  const last = await publish('Moons')

  const { by_tag } = await reader.neighbours({ id: both.id })

  expect(by_tag).toEqual([
    { tag: { name: 'Lamps', slug: 'lamps' }, previous: lamp, next: null },
    { tag: { name: 'Moons', slug: 'moons' }, previous: moon, next: last },
  ])
})
