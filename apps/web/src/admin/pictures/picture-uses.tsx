import type { Picture, PictureUseInStory } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { api, explain } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { StateBadge } from '../articles/state-badge.tsx'
import { nameOf } from './describe-removal.ts'

/** The stories that use a picture, with what uses it: the current text, unsaved text or old versions. */
export function PictureUses({ picture, onClose }: { picture: Picture; onClose(): void }) {
  const uses = api.pictures.uses.useQuery({ id: picture.id })
  return (
    <Dialog
      open
      role="dialog"
      width="text"
      title="Where this picture is used"
      description={nameOf(picture)}
      onClose={onClose}
      body={
        <>
          {uses.isPending && <Loading label="Loading stories..." />}
          {uses.isError && <ErrorState message={explain(uses.error)} onRetry={() => uses.refetch()} />}
          {uses.data && (
            <ul className="flex flex-col divide-y divide-line">
              {uses.data.map((use) => (
                <UseInStory key={use.article_id ?? `unsaved ${use.title}`} use={use} />
              ))}
            </ul>
          )}
        </>
      }
    >
      <Button variant="secondary" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  )
}

function UseInStory({ use }: { use: PictureUseInStory }) {
  const { article_id, state } = use
  const title = use.title || 'Untitled'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 flex-1">
        {article_id === null ? (
          <p className="font-medium wrap-anywhere">{title}</p>
        ) : (
          <Link to={paths.admin.draft(article_id)} className="font-medium wrap-anywhere underline">
            {title}
          </Link>
        )}
        <p className="text-xs text-muted">{placesOf(use).join(', ')}</p>
      </div>
      {state && <StateBadge state={state} />}
    </li>
  )
}

function placesOf({ in_current, is_poster, unsaved_by, old_versions }: PictureUseInStory): string[] {
  return [
    ...(is_poster ? ['Featured image'] : in_current ? ['In the text'] : []),
    ...(unsaved_by.length > 0 ? [`Unsaved text of ${unsaved_by.join(' and ')}`] : []),
    ...(old_versions > 0 ? [`${old_versions} old ${old_versions === 1 ? 'version' : 'versions'}`] : []),
  ]
}
