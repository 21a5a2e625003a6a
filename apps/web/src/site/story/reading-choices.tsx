import { useIsStatic } from '../settings.ts'

/** The controls of text size and typeface; `reader/choices/` handles them, `theme.ts` applies stored choices. */
export function ReadingChoices() {
  if (useIsStatic()) return null
  return (
    <div className="reading-choices">
      <button type="button" className="tool" popoverTarget="reading_choices">
        <span aria-hidden="true">Aa</span> Text
      </button>
      <div id="reading_choices" className="choices-panel" popover="auto" role="dialog" aria-label="Text">
        <fieldset className="sizes">
          <legend>Size</legend>
          <button type="button" data-size-step="-1" aria-label="A−, smaller text">
            A−
          </button>
          <output data-text-size>100%</output>
          <button type="button" data-size-step="1" aria-label="A+, larger text">
            A+
          </button>
        </fieldset>
        <fieldset>
          <legend>Typeface</legend>
          {FONTS.map(([value, name]) => (
            <label key={value}>
              <input type="radio" name="text_font" value={value} defaultChecked={value === 'serif'} />
              {name}
            </label>
          ))}
        </fieldset>
      </div>
    </div>
  )
}

const FONTS = [
  ['serif', 'Serif'],
  ['sans', 'Sans serif'],
  ['legible', 'Dyslexia-friendly'],
] as const
