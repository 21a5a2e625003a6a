import type { BackupPlan } from '@nightdesk/config'
import type { Db } from '@nightdesk/db'
import type { Store } from '@nightdesk/storage'

/** A site to examine, as one of its programs or the command line sees it. */
export interface Subject {
  db: Db
  storage: Pick<Store, 'check' | 'get' | 'description'>
  settings: {
    /** The address of the site. */
    url: string
    data_dir: string
    /** Whether the key that signs tokens is a setting. Otherwise it is a file in the data directory. */
    has_secret: boolean
    /** Bytes that the storage may hold; 0 for no limit. */
    storage_limit: number
    smtp_url: string | undefined
    has_cdn: boolean
    backups: BackupPlan
  }
  /** What a server has seen of proxies. The command line has seen none. */
  proxies?: { untrusted(): string | null }
}

/** A site whose database cannot be used. */
export type SubjectWithoutDatabase = Omit<Subject, 'db'>
