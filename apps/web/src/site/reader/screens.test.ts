import { expect, test } from 'vitest'
import { paths } from '../../paths.ts'
import { screenOf } from './screens.ts'

test.each([paths.home(), paths.article(7), paths.tag('sea & sky'), paths.author(3), '/search'])(
  '%s is swapped in place',
  (pathname) => expect(screenOf(pathname)).toBeDefined(),
)

test.each([paths.book(7), '/tag/sea.xml', paths.rss(), paths.privacy, paths.admin.home, '/post/7/history'])(
  '%s is not',
  (pathname) => expect(screenOf(pathname)).toBeUndefined(),
)
