import {
  FRESH_SITE,
  type Site,
  type SiteAnswer,
  type SiteFields,
  type SiteVersion,
} from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { formatDateTime } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Loaded } from '../screen/loaded.tsx'
import { changesOf, differences, FIELD_LABELS } from './site-fields.ts'

interface HistoryProps {
  current: SiteAnswer
  onGoBack(version: SiteVersion): void
  onClose(): void
}

export function History({ current, onGoBack, onClose }: HistoryProps) {
  const versions = api.site.versions.useQuery({})
  return (
    <Panel open title="History of the site" placement="wide" onClose={onClose}>
      <div className="overflow-y-auto px-5 pb-5">
        <Loaded query={versions} loading="Loading versions..." lines={4}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState title="Nothing was changed yet" help="Every save is listed here." />
            ) : (
              <ol className="divide-y divide-line">
                {all.map((version, index) => (
                  <Version
                    key={version.version_number}
                    version={version}
                    before={all[index + 1]?.site ?? (version.version_number === 1 ? FRESH_SITE : undefined)}
                    isCurrent={index === 0}
                    current={current}
                    onGoBack={onGoBack}
                  />
                ))}
              </ol>
            )
          }
        </Loaded>
      </div>
    </Panel>
  )
}

interface VersionProps {
  version: SiteVersion
  /** As it was before; undefined if the list does not go back so far. */
  before: Site | undefined
  isCurrent: boolean
  current: SiteAnswer
  onGoBack(version: SiteVersion): void
}

function Version({ version, before, isCurrent, current, onGoBack }: VersionProps) {
  const { version_number, created_at, created_by_name, site } = version
  const changed = before ? differences(before, site) : []
  const isBack = Object.keys(changesOf(site, current)).length === 0
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">
          Version {version_number}
          {isCurrent && <span className="font-normal text-muted"> · now</span>}
        </p>
        <p className="text-xs text-muted">
          {formatDateTime(created_at)} · {created_by_name}
        </p>
        <Changes names={changed} before={before} after={site} />
      </div>
      {!isCurrent && !isBack && (
        <Button
          size="sm"
          aria-label={`Go back to version ${version_number}`}
          onClick={() => onGoBack(version)}
        >
          Go back
        </Button>
      )}
    </li>
  )
}

interface ChangesProps {
  names: readonly (keyof SiteFields)[]
  before: Site | undefined
  after: Site
}

export function Changes({ names, before, after }: ChangesProps) {
  if (!before || names.length === 0) return null
  return (
    <dl className="mt-2 flex flex-col gap-1 text-sm">
      {names.map((name) => (
        <div key={name} className="wrap-anywhere">
          <dt className="inline text-ink-2">{FIELD_LABELS[name]}: </dt>
          <dd className="inline">
            <del className="text-muted">{describe(name, before[name])}</del> → {describe(name, after[name])}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function describe(name: string, value: SiteFields[keyof SiteFields]): string {
  if (value === null || value === '') return 'none'
  if (name.endsWith('_image_id')) return 'a picture'
  if (!Array.isArray(value)) return String(value)
  return value.length === 0 ? 'none' : value.map(({ label, address }) => `${label} (${address})`).join(', ')
}
