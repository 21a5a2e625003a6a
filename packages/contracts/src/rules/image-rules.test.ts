import { expect, test } from 'vitest'
import { refuseImage } from './image-rules.ts'

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
