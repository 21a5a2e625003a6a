import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose'
import { deriveKey, type SigningSecrets } from '../secret.ts'
import { keyId } from './signer.ts'

/** Encrypts short texts that are stored in the database, so that the database alone does not reveal them. */
export interface Encryption {
  /** @returns a JWE in its compact form */
  encrypt(text: string): Promise<string>
  /** Null for a text that was encrypted with a key that this site no longer has. */
  decrypt(jwe: string): Promise<string | null>
  /** Whether a text was encrypted with the previous key. */
  isOutdated(jwe: string): boolean
}

/** AES-256-GCM, with a key derived from the signing secret. While keys change, the previous key decrypts too. */
export function createEncryption({ current, previous }: SigningSecrets, purpose: string): Encryption {
  const keys = new Map(previous && [[keyId(previous), deriveKey(previous, purpose)]])
  const currentKey = deriveKey(current, purpose)
  keys.set(keyId(current), currentKey)
  return {
    encrypt: (text) =>
      new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: keyId(current) })
        .encrypt(currentKey),
    async decrypt(jwe) {
      const key = keys.get(kidOf(jwe))
      if (!key) return null
      const { plaintext } = await compactDecrypt(jwe, key)
      return new TextDecoder().decode(plaintext)
    },
    isOutdated: (jwe) => kidOf(jwe) !== keyId(current),
  }
}

const kidOf = (jwe: string): string => decodeProtectedHeader(jwe).kid ?? ''
