export const CHECK_FIELDS = 'Please check the marked fields.'

/** The text for a field without a text of its own. It replaces the library's message. */
export function inWords(message: string | undefined): string {
  if (!/^(Invalid input\b|Too big:|Too small:)/.test(message ?? '')) return message ?? CHECK_FIELDS
  const shape = /^Invalid input: expected (\w+),/.exec(message ?? '')?.[1]
  return (shape && SHAPES.get(shape)) || 'This value can’t be used.'
}

const OBJECT = 'Send an object with the documented fields.'
const SHAPES: ReadonlyMap<string, string> = new Map([
  ['array', 'Send a list.'],
  ['object', OBJECT],
  ['record', OBJECT],
  ['string', 'Value must be text.'],
  ['number', 'Enter a number.'],
  ['int', 'Enter a whole number.']
])
