import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'

const MAX = 100_000

interface GoalFormProps {
  goal: number | null
  onChange(goal: number | null): void
}

/** Asks for the words of a session. It is within the form of the article, so it cannot be a form itself. */
export function GoalForm({ goal, onChange }: GoalFormProps) {
  const id = useId()
  const [text, setText] = useState(goal === null ? '' : String(goal))
  const words = Number(text)
  const isValid = Number.isInteger(words) && words >= 1 && words <= MAX
  const set = () => isValid && onChange(words)
  const setByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    set()
  }
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id}>Words to write in a session</label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        aria-invalid={text !== '' && !isValid}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={setByEnter}
        className="h-8 rounded-control border border-control bg-surface px-2 pointer-coarse:h-11 pointer-coarse:text-md"
      />
      {text !== '' && !isValid && (
        <p role="alert" className="text-xs text-danger">
          A whole number from 1 to {MAX.toLocaleString('en-US')}
        </p>
      )}
      <div className="flex gap-2">
        <Button size="sm" disabled={!isValid} onClick={set}>
          Set goal
        </Button>
        {goal !== null && (
          <Button size="sm" variant="secondary" onClick={() => onChange(null)}>
            No goal
          </Button>
        )}
      </div>
    </div>
  )
}
