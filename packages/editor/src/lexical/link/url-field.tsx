import type { KeyboardEvent } from 'react'

interface UrlFieldProps {
  id: string
  text: string
  placeholder: string
  /** Id of the suggestion that Enter takes. */
  activeOption: string | undefined
  isExpanded: boolean
  isRefused: boolean
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** The combobox of the link form; its list and its error message have ids made from its own. */
export function UrlField({
  id,
  text,
  placeholder,
  activeOption,
  isExpanded,
  isRefused,
  ...on
}: UrlFieldProps) {
  return (
    <>
      <label htmlFor={id}>Link URL</label>
      <input
        id={id}
        role="combobox"
        // biome-ignore lint/a11y/noAutofocus: opened by a press of the Link button
        autoFocus
        autoComplete="off"
        value={text}
        placeholder={placeholder}
        aria-autocomplete="list"
        aria-expanded={isExpanded}
        aria-controls={`${id}-list`}
        aria-activedescendant={activeOption}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? `${id}-error` : undefined}
        onChange={(event) => on.onChange(event.target.value)}
        onKeyDown={on.onKeyDown}
      />
    </>
  )
}
