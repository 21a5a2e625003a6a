import type { Suggestion } from './use-suggestions.ts'

interface SuggestionListProps {
  /** Id of the field, from which the ids of the list and its options are derived. */
  id: string
  suggestions: readonly Suggestion[]
  /** Index of the suggestion that Enter takes. */
  active: number
  onChoose: (suggestion: Suggestion) => void
}

/** The listbox of the link field. When empty it is hidden but rendered, because the field refers to it. */
export function SuggestionList({ id, suggestions, active, onChoose }: SuggestionListProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Articles"
      className="editor-suggestions"
      hidden={suggestions.length === 0}
    >
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
        <div
          key={suggestion.url}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          <span>{suggestion.title}</span> <span className="editor-hint">{suggestion.url}</span>
        </div>
      ))}
    </div>
  )
}
