import { Link } from 'react-router'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useStored } from '../screen/use-stored.ts'
import { firstSteps, type Step } from './steps.ts'

/** How many articles to search for a step that is done. */
const LOOKED_AT = 50

/** A checklist from the first draft to the first reader. It disappears when it is complete or dismissed. */
export function FirstSteps({ totalViews }: { totalViews: number }) {
  const [dismissed, store] = useStored('admin_first_steps')
  const articles = api.articles.list.useQuery({ limit: LOOKED_AT }, { enabled: !dismissed })
  if (dismissed || !articles.data) return null
  const steps = firstSteps(articles.data, totalViews)
  const next = steps.find(({ isDone }) => !isDone)
  if (!next) return null

  const dismiss = (
    <Button variant="ghost" size="sm" onClick={() => store('dismissed')}>
      Dismiss
    </Button>
  )
  return (
    <Card title="First steps" actions={dismiss}>
      <ol className="grid grid-cols-1 gap-2 sm:grid-cols-2 xl:grid-cols-4">
        {steps.map((step, index) => (
          <li key={step.label}>
            <StepLink step={step} number={index + 1} isNext={step === next} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

interface StepLinkProps {
  step: Step
  number: number
  isNext: boolean
}

function StepLink({ step: { label, hint, to, isPublic, isDone }, number, isNext }: StepLinkProps) {
  const look = `flex h-full items-center gap-3 rounded-control border p-3 hover:border-control ${isNext ? 'border-control' : 'border-line'}`
  const content = (
    <>
      <Mark isDone={isDone} number={number} />
      <span className="min-w-0">
        <span className={`block font-medium ${isDone ? 'text-muted line-through' : ''}`}>{label}</span>
        <span className="block text-xs text-muted">{isDone ? 'Done' : hint}</span>
      </span>
    </>
  )
  return isPublic ? (
    <a href={to} className={look}>
      {content}
    </a>
  ) : (
    <Link to={to} className={look}>
      {content}
    </Link>
  )
}

function Mark({ isDone, number }: { isDone: boolean; number: number }) {
  const look = 'flex size-7 shrink-0 items-center justify-center rounded-full text-xs font-medium'
  return isDone ? (
    <span className={`${look} bg-success-tint text-success`}>
      <Icon name="check" className="size-4" />
    </span>
  ) : (
    <span aria-hidden className={`${look} bg-sunken text-ink-2`}>
      {number}
    </span>
  )
}
