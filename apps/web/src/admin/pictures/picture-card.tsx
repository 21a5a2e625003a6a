import type { Picture, PictureUseInStory } from '@nightdesk/contracts'
import { formatBytes } from '@nightdesk/contracts/files'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../api.ts'
import { formatCount, formatShortDate } from '../../format.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Loading } from '../../ui/states.tsx'
import { Loaded } from '../screen/loaded.tsx'
import { StateBadge } from '../screen/state-badge.tsx'
import { nameOf } from './describe-removal.ts'

/** Columns of cards, two on a phone. */
export const GRID = 'grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4'

interface PictureCardProps {
  picture: Picture
  isSelected: boolean
  onToggle(isRange: boolean): void
}

/** A picture with its size, its age and its use. It can be selected when it can be removed. */
export function PictureCard({ picture, isSelected, onToggle }: PictureCardProps) {
  const { alt, filename, thumbnail_url, url, width, height, bytes, created_at, uploaded_by_name } = picture
  return (
    <li
      className={`flex min-w-0 flex-col overflow-hidden rounded-card border bg-surface ${isSelected ? 'border-primary' : 'border-line'}`}
    >
      <div className="relative">
        <a href={url} target="_blank" rel="noopener" aria-label={`Open ${nameOf(picture)}`}>
          <img
            src={thumbnail_url}
            alt=""
            loading="lazy"
            className="aspect-[4/3] w-full bg-sunken object-contain"
          />
        </a>
        {picture.can_remove && (
          <span className="absolute top-2 left-2 grid size-8 place-items-center rounded-control border border-line bg-surface">
            <Checkbox label={`Select ${nameOf(picture)}`} checked={isSelected} onToggle={onToggle} />
          </span>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-1 border-t border-line p-3">
        <p className="line-clamp-2 font-medium wrap-anywhere" title={alt || filename}>
          {alt || <span className="text-muted">No description</span>}
        </p>
        <p className="text-xs text-muted">
          {width} × {height}, {formatBytes(bytes)}
        </p>
        <p className="text-xs text-muted">
          {formatShortDate(created_at)}
          {uploaded_by_name && `, ${uploaded_by_name}`}
        </p>
        <div className="mt-auto pt-2">
          <Use picture={picture} />
        </div>
      </div>
    </li>
  )
}

function Use({ picture }: { picture: Picture }) {
  const [isOpen, setOpen] = useState(false)
  if (picture.use === 'none') {
    return (
      <p className="text-ink-2">
        Not used
        {!picture.can_remove && <span className="block text-xs text-muted">Uploaded in the last day</span>}
      </p>
    )
  }
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-haspopup="dialog"
        aria-label={`${describeUse(picture)}: ${nameOf(picture)}`}
        onClick={() => setOpen(true)}
      >
        {describeUse(picture)}
      </Button>
      {isOpen && <PictureUses picture={picture} onClose={() => setOpen(false)} />}
    </>
  )
}

function describeUse({ use, story_count }: Picture): string {
  if (use === 'old') return 'Only in old versions'
  if (story_count === 0) return 'Used in unsaved text'
  return `Used in ${formatCount(story_count, 'story', 'stories')}`
}

/** The stories that use a picture, with what uses it: the current text, unsaved text or old versions. */
function PictureUses({ picture, onClose }: { picture: Picture; onClose(): void }) {
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
        <Loaded query={uses} loading={<Loading label="Loading stories..." />}>
          {(stories) => (
            <ul className="flex flex-col divide-y divide-line">
              {stories.map((use) => (
                <UseInStory key={use.article_id ?? `unsaved ${use.title}`} use={use} />
              ))}
            </ul>
          )}
        </Loaded>
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
    ...(old_versions > 0 ? [formatCount(old_versions, 'old version')] : []),
  ]
}
