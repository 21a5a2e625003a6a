import { Button } from '../button.tsx'
import { Segments } from '../segments.tsx'
import { Samples } from './samples.tsx'

const variants = ['primary', 'secondary', 'danger', 'success', 'info', 'warning', 'ghost'] as const
const sizes = ['xs', 'sm', 'md', 'lg'] as const

export function ButtonSamples() {
  return (
    <Samples title="Buttons">
      {variants.map((variant) => (
        <div key={variant} className="flex flex-wrap items-center gap-2">
          {sizes.map((size) => (
            <Button key={size} variant={variant} size={size}>
              {variant} {size}
            </Button>
          ))}
          <Button variant={variant} disabled>
            disabled
          </Button>
          <Button variant={variant} isBusy>
            busy
          </Button>
        </div>
      ))}
      <Segments
        label="Show articles"
        options={[
          { value: 'all', label: 'All' },
          { value: 'draft', label: 'Drafts' },
        ]}
        value="draft"
        onChange={() => {}}
      />
    </Samples>
  )
}
