import fc from 'fast-check'

/** The part of JSON Schema that the contract’s inputs use. */
interface Schema {
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  maxLength?: number
}

/** Values that a schema accepts or nearly accepts: the edge of what is valid. */
export function anyOf(schema: unknown): fc.Arbitrary<unknown> {
  const { type, format, enum: values, anyOf: choices, items, properties, required = [] } = schema as Schema // of `z.toJSONSchema`
  if (values) return fc.constantFrom(...values)
  if (choices) return fc.oneof(...choices.map(anyOf))
  if (format === 'date-time') return anyInstant
  if (type === 'integer' || type === 'number') return anyWhole
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array')
    return items?.properties?.children ? anyContent : fc.array(anyOf(items), { maxLength: 4 })
  if (type === 'object' && properties) {
    const parts = Object.entries(properties).map(([key, part]) => [key, anyOf(part)] as const)
    return fc.record<Record<string, unknown>>(Object.fromEntries(parts), { requiredKeys: required })
  }
  return type === 'string' ? anyText : fc.jsonValue()
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.webUrl(),
)

const anyWhole = fc.oneof(fc.integer({ min: -2, max: 5 }), fc.maxSafeInteger())

const two = (number: number) => String(number).padStart(2, '0')
const anyInstantOfTheCalendar = fc
  .record({
    year: fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constantFrom(1, 1969, 1970, 8999, 9000, 9001, 9999)),
    day: fc.constantFrom('01-01T00:00:00', '02-28T23:59', '12-31T23:59:59', '12-31T23:59:59.999999999'),
    offset: fc.oneof(
      fc.constant('Z'),
      fc
        .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
        .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${two(minutes)}`),
    ),
  })
  .map(({ year, day, offset }) => `${String(year).padStart(4, '0')}-${day}${offset}`)

const anyInstant = fc.oneof(
  anyInstantOfTheCalendar,
  fc.constantFrom('9999-12-31T23:59:59-15:00', '9999-12-31T23:59:59Z', '0000-01-01T00:00:00+14:00'),
)

const { node } = fc.letrec((tie) => ({
  leaf: fc.record({ text: anyText, bold: fc.boolean() }, { requiredKeys: ['text'] }),
  node: fc.record({
    type: fc.oneof(
      fc.constantFrom('paragraph', 'heading-two', 'bulleted-list', 'list-item', 'code-block', 'block-quote'),
      fc.constantFrom('__unknown', 'toString'),
    ),
    children: fc.array(fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('node')), { maxLength: 4 }),
  }),
}))
const anyContent = fc.array(node, { maxLength: 4 })
