import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const read = (TRUSTED_IMAGE_ORIGINS: string) =>
  readEnv({ DATABASE_URL: 'postgresql://localhost/a', TRUSTED_IMAGE_ORIGINS }).TRUSTED_IMAGE_ORIGINS

test('no origin is trusted unless it is named', () => {
  expect(read('')).toEqual([])
})

test('trusted origins are a list, with their scheme and port', () => {
  expect(read('http://pictures.intranet:8080/, https://wiki.intranet')).toEqual([
    'http://pictures.intranet:8080',
    'https://wiki.intranet',
  ])
})

test.each(['pictures.intranet', '10.0.0.0/8', '*', 'file:///srv'])('%s is no origin', (list) => {
  expect(() => read(list)).toThrow('must be a web address without a path, such as https://example.org')
})
