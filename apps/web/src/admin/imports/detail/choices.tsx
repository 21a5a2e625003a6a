import { Choice } from '../../../ui/forms/choice.tsx'
import type { ImportChoices } from './use-choices.ts'

interface ChoicesProps {
  choices: ImportChoices
  onChange(changes: Partial<ImportChoices>): void
}

/** How the items come in. */
export function Choices({ choices, onChange }: ChoicesProps) {
  const { imports_as, fetches_pictures, wayback, with_tags } = choices
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium">Stories come in</legend>
        <Choice
          type="radio"
          name="imports_as"
          label="All as drafts"
          hint="Nothing is public before somebody publishes it."
          checked={imports_as === 'draft'}
          onChange={() => onChange({ imports_as: 'draft' })}
        />
        <Choice
          type="radio"
          name="imports_as"
          label="As they were"
          hint="Published stories are public at once, with their old dates. Drafts, and what was hidden, are drafts."
          checked={imports_as === 'original'}
          onChange={() => onChange({ imports_as: 'original' })}
        />
      </fieldset>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium">What comes along</legend>
        <Choice
          type="checkbox"
          label="Pictures on the old site"
          hint="Copied one after another once the stories are here. Pictures in the file always come along."
          checked={fetches_pictures}
          onChange={() => onChange({ fetches_pictures: !fetches_pictures })}
        />
        {fetches_pictures && (
          <Choice
            type="checkbox"
            label="Pictures that the old site has lost"
            hint="The Wayback Machine of archive.org is asked once for each. It learns their addresses."
            checked={wayback}
            onChange={() => onChange({ wayback: !wayback })}
          />
        )}
        <Choice
          type="checkbox"
          label="Tags and categories"
          hint="They become tags."
          checked={with_tags}
          onChange={() => onChange({ with_tags: !with_tags })}
        />
      </fieldset>
    </div>
  )
}
