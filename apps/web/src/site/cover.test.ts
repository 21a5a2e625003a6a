import { expect, test } from 'vitest'
import { drawCover, renderCover } from './cover.ts'

const covers = Array.from({ length: 200 }, (_, index) => renderCover(index + 1))

test('an article keeps its cover', () => {
  expect(renderCover(7)).toBe(renderCover(7))
})

test('no two of two hundred articles share a cover', () => {
  expect(new Set(covers).size).toBe(covers.length)
})

test('a cover is a drawing of at most 6 KB without script, style or link', () => {
  for (const cover of covers) {
    expect(cover).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/)
    expect(cover).not.toMatch(/style|script|href|NaN|undefined/)
    expect(cover.length).toBeLessThan(6 * 1024)
  }
})

test('a hill goes on below the edge, where a scaled cover would show a line of its ground', () => {
  const hills = covers.flatMap((cover) => /<path d="[^"]*V(\d+)H0Z"/.exec(cover)?.[1] ?? [])

  expect(hills.length).toBeGreaterThan(20)
  for (const bottom of hills) expect(Number(bottom)).toBeGreaterThan(360)
})

test('without its planet, a cover shows only the outline', () => {
  const whole = drawCover('/nowhere')
  const lost = drawCover('/nowhere', { hasPlanet: false })

  const differing = lost.filter((shape, index) => JSON.stringify(shape) !== JSON.stringify(whole[index]))

  expect(differing).toEqual([
    { element: 'circle', attributes: expect.objectContaining({ strokeDasharray: '6 9' }) },
  ])
})
