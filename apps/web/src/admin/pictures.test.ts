import { expect, test } from 'vitest'
import { describeRemoval } from './pictures.tsx'

const selected = [1, 2, 3, 4].map((id) => ({ id, alt: id === 1 ? 'A lamp' : '', filename: `${id}.png` }))

test('a removal counts the pictures', () => {
  const results = [{ id: 1, outcome: 'removed', message: null } as const]

  expect(describeRemoval(results, selected)).toEqual({
    kind: 'success',
    title: '1 picture removed',
    description: 'Its files are deleted in a week.',
  })
})

test('refused pictures are named with the reason, and the rest counted', () => {
  const results = selected.map(({ id }) => ({ id, outcome: 'refused', message: 'It is used.' }) as const)

  expect(describeRemoval(results, selected)).toEqual({
    kind: 'warning',
    title: '4 of 4 pictures were not removed',
    description: '“A lamp”: It is used. 2.png: It is used. 3.png: It is used. And 1 more.',
  })
})
