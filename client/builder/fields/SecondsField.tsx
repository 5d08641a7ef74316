import { parseDuration } from '../../../domain/lib/duration.ts'
import { own } from '../../../domain/lib/own.ts'
import { DurationInput, durationError, durationText } from '../../ui/forms/DurationInput.tsx'
import { useBuilder, useBuilderStore } from '../builder.ts'

interface Props {
  /** Unique in the form: the uuid of the field's owner, a space, and the name of the field. */
  id: string
  label: string
  labelHidden?: boolean
  seconds: number
  onChange: (seconds: number) => void
  error?: string
  description?: string
  required?: boolean
  disabled?: boolean
}

/**
 * A duration as text. An unreadable text stays as it was typed, and is stored with the draft. A text that means 0
 * seconds, such as "5", also stays, so that people see it (D-90).
 */
export function SecondsField({ id, label, labelHidden, seconds, onChange, error, required, ...props }: Props) {
  const { type, together } = useBuilderStore().get()
  const kept = useBuilder(({ typed }) => own(typed, id))
  const read = kept === undefined ? null : parseDuration(kept)
  // The value was changed elsewhere, for example by dragging.
  const text = read?.ok && (read.seconds ?? 0) !== seconds ? undefined : kept
  return (
    <DurationInput
      {...props}
      label={labelHidden ? undefined : label}
      aria-label={labelHidden ? label : undefined}
      withAsterisk={required}
      aria-required={required || undefined}
      data-field={id}
      value={text ?? durationText(seconds === 0 ? null : seconds)}
      error={(text !== undefined && durationError(text)) || error}
      onChange={changed => {
        const parsed = parseDuration(changed)
        together(() => {
          type(id, changed)
          if (parsed.ok) onChange(parsed.seconds ?? 0)
        })
      }}
      onBlur={() => {
        if (read?.ok && read.seconds !== 0) type(id, null)
      }}
    />
  )
}
