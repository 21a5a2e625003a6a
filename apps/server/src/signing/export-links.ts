import type { SigningSecrets } from '../secret.ts'
import { createSigner } from './signer.ts'

interface ExportLink {
  export_id: number
  /** The session that made the link, which ends with it. */
  session_id: Buffer
}

/** Tokens that download an export. Nothing about them is stored: a link to a deleted export finds nothing. */
export interface ExportLinks {
  sign(link: ExportLink, expires_at: string): Promise<string>
  /** Null for a token that has expired, or is none of ours. */
  read(token: string): Promise<ExportLink | null>
}

export function createExportLinks(secrets: SigningSecrets): ExportLinks {
  const signer = createSigner(secrets, 'export+jwt')
  return {
    sign: ({ export_id, session_id }, expires_at) =>
      signer.sign({ export_id, sid: session_id.toString('base64url') }, null, new Date(expires_at)),
    async read(token) {
      const claims = await signer.read(token)
      return (
        claims && {
          export_id: Number(claims.export_id),
          session_id: Buffer.from(String(claims.sid), 'base64url'),
        }
      )
    },
  }
}
