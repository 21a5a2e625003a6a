import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createHashVisitor } from './view-recorder.ts'

test.each([32, 64])('with a key of %i bytes the hash is the first half of an HMAC-SHA256', (length) => {
  const key = createSecretKey(randomBytes(length))
  const hashVisitor = createHashVisitor(key)

  for (const id of ['abcdefgh', 'abcdefgh-0001', 'a'.repeat(64)])
    expect(hashVisitor(id)).toEqual(createHmac('sha256', key).update(id).digest().subarray(0, 16))
})
