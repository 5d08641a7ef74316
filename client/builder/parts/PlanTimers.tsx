import type { ComponentProps } from 'react'
import { TimerList } from '../../goals/form/TimerList.tsx'
import { useBuilderStore, useError } from '../builder.ts'
import { SecondsField } from '../fields/SecondsField.tsx'
import { offerUndo } from '../offer-undo.ts'

type Props = Omit<ComponentProps<typeof TimerList>, 'SecondsField' | 'onRemoved' | 'error'> & { path: string }

/** The timers of a plan, of a part or of one of its goals. */
export function PlanTimers({ path, ...props }: Props) {
  const { get } = useBuilderStore()
  const error = useError(path)
  return <TimerList {...props} error={error} SecondsField={SecondsField} onRemoved={name => offerUndo(get(), name)} />
}
