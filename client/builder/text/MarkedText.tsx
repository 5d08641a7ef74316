import type { ComponentPropsWithoutRef, ReactNode, Ref } from 'react'
import type { Problem } from '../../../domain/plans/read-text.ts'
import classes from './PlanText.module.css'

interface Props extends Omit<ComponentPropsWithoutRef<'textarea'>, 'onChange' | 'value'> {
  ref: Ref<HTMLTextAreaElement>
  value: string
  marks: readonly Problem[]
  onChange: (text: string) => void
}

/** A text field with underlined places. The same text lies behind it, because a text field has no marks of its own. */
export function MarkedText({ ref, value, marks, onChange, ...field }: Props) {
  return (
    <div className={classes.scroll}>
      <div className={classes.both}>
        <div className={classes.behind} aria-hidden>
          {segments(value, marks)}
          {/* A last empty line has no height without a character. */}
          {'\u200b'}
        </div>
        <textarea
          {...field}
          ref={ref}
          className={classes.field}
          value={value}
          aria-invalid={marks.length > 0 || undefined}
          spellCheck={false}
          rows={1}
          onChange={event => onChange(event.currentTarget.value)}
        />
      </div>
    </div>
  )
}

function segments(text: string, marks: readonly Problem[]): ReactNode[] {
  const shown: ReactNode[] = []
  let at = 0
  for (const { offset, length } of marks) {
    if (offset < at) continue
    shown.push(text.slice(at, offset), <mark key={offset}>{text.slice(offset, offset + length)}</mark>)
    at = offset + length
  }
  return [...shown, text.slice(at)]
}
