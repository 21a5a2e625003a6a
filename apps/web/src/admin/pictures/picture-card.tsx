import type { Picture } from '@nightdesk/contracts'
import { formatBytes } from '@nightdesk/contracts/format-bytes'
import { useState } from 'react'
import { formatShortDate } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { nameOf } from './describe-removal.ts'
import { PictureUses } from './picture-uses.tsx'

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
  return `Used in ${story_count} ${story_count === 1 ? 'story' : 'stories'}`
}
