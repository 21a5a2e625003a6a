import { expect, test } from 'vitest'
import { formatBytes, refuseImage } from './files.ts'

const MEBIBYTE = 1024 * 1024

test('an image just under 5 MB may be uploaded', () => {
  expect(refuseImage({ type: 'image/png', size: 5 * MEBIBYTE - 1 })).toBeUndefined()
})

test('an image of 5 MB is too large', () => {
  expect(refuseImage({ type: 'image/png', size: 5 * MEBIBYTE })).toBe('Image size should be less than 5MB')
})

test('other files are refused, whatever their size', () => {
  expect(refuseImage({ type: 'application/pdf', size: 10 * MEBIBYTE })).toBe('Please upload an image file')
  expect(refuseImage({ type: '', size: 1 })).toBe('Please upload an image file')
})

test.each([
  [0, '0.00 B'],
  [1, '1.00 B'],
  [1023, '1023.00 B'],
  [1024, '1.00 KB'],
  [1536, '1.50 KB'],
  [10 * 1024 ** 3, '10.00 GB'],
  [1024 ** 5, '1024.00 TB'],
])('%i is %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
