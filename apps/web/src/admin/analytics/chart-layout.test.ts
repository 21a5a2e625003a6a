import { describe, expect, test } from 'vitest'
import { layOut } from './chart-layout.ts'
import { describeSeries } from './views-chart.tsx'

const days = (...views: number[]) =>
  views.map((count, index) => ({
    at: `2026-11-${String(index + 1).padStart(2, '0')}`,
    views: count,
    visitors: 1,
  }))

describe('a chart of views', () => {
  test('spans its width and begins at zero', () => {
    const layout = layOut({ current: days(0, 40, 100), previous: days(10, 20, 30) }, 600)

    expect([layout.x(0), layout.x(2)]).toEqual([layout.left, layout.right])
    expect(layout.rows[0]).toEqual({ views: 0, y: layout.y(0) })
    expect(layout.y(0)).toBeGreaterThan(layout.y(100))
    expect(layout.columns.map(({ index }) => index)).toEqual([0, 1, 2])
  })

  test('draws the newest point apart, because its day is not over', () => {
    const layout = layOut({ current: days(4, 8, 2), previous: [] }, 600)
    const [, middle, newest] = [4, 8, 2].map((views, index) => `${layout.x(index)},${layout.y(views)}`)

    expect(layout.line).toContain(middle)
    expect(layout.line).not.toContain(newest)
    expect(layout.unfinished).toBe(`M${middle}L${newest}`)
  })

  test('labels no more points than fit', () => {
    const layout = layOut({ current: days(...Array(30).keys()), previous: [] }, 320)

    expect(layout.columns.length).toBeLessThan(6)
    expect(layout.columns.at(-1)).toMatchObject({ index: 29, anchor: 'end' })
    expect(layout.before).toBeUndefined()
  })

  test.each([320, 600, 900])('%i pixels wide, spaces the labels of points evenly', (width) => {
    const { columns } = layOut({ current: days(...Array(13).keys()), previous: [] }, width)
    const distances = columns.slice(1).map(({ x }, index) => x - columns[index]!.x) // slice(1) skips the first

    expect(Math.min(...distances)).toBeGreaterThanOrEqual(100)
    expect(Math.max(...distances)).toBeCloseTo(Math.min(...distances))
  })

  test.each([[days()], [days(0)], [days(3)]])('draws %j without an error', (current) => {
    const layout = layOut({ current, previous: [] }, 300)

    expect(`${layout.area}${layout.line}`).not.toContain('NaN')
    expect(layout.rows.map(({ views }) => views)).toContain(0)
  })

  test('finds the point nearest to the pointer', () => {
    const layout = layOut({ current: days(1, 2, 3), previous: [] }, 500)

    expect([-50, layout.x(1) + 3, 9_000].map(layout.indexAt)).toEqual([0, 1, 2])
  })
})

test('a sentence describes the chart', () => {
  expect(describeSeries({ current: days(1, 5, 2), previous: days(1, 1, 1) }, 'day')).toBe(
    'Views day by day from Nov 1 to Nov 3: 8 in all, the most at Nov 2 with 5; 3 in the period before',
  )
})
