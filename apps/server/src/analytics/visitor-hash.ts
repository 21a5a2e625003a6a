import { hash, type KeyObject } from 'node:crypto'

/** Bytes of a block of SHA-256. */
const BLOCK = 64

/** The hash of a browser’s identifier that the server tells the database, which derives the stored ones from it: 16 bytes. */
export type HashVisitor = (sessionId: string) => Buffer

/**
 * The first half of an HMAC-SHA256 (RFC 2104). `createHmac` makes an object outside the heap for each message: it took a
 * sixth of the time of the server for a view.
 * @param key of at most 64 bytes
 */
export function createHashVisitor(key: KeyObject): HashVisitor {
  const inner = Buffer.alloc(BLOCK, 0x36)
  const outer = Buffer.alloc(BLOCK, 0x5c)
  for (const [index, byte] of key.export().entries()) {
    inner[index]! ^= byte
    outer[index]! ^= byte
  }
  // As hex, which Node returns three times as fast as a Buffer.
  const sha256 = (pad: Buffer, message: Buffer) => hash('sha256', Buffer.concat([pad, message]), 'hex')
  return (sessionId) => {
    const digest = sha256(inner, Buffer.from(sessionId))
    return Buffer.from(sha256(outer, Buffer.from(digest, 'hex')).slice(0, 32), 'hex')
  }
}
