import type { ReactNode } from 'react'
import type { FollowingCard } from '../../domain/programmes/api.ts'
import { ProgressRing } from '../ui/ProgressRing.tsx'
import { progressText } from './progress-text.ts'

interface Props {
  of: Omit<FollowingCard, 'title' | 'path'>
  children?: ReactNode
}

/** A ring with the part of the units that were done, in percent unless it has something else in its middle. */
export function ProgrammeRing({ of, children }: Props) {
  const ratio = of.done / Math.max(1, of.units_count)
  return (
    <ProgressRing ratio={ratio} label={progressText(of)}>
      {children === undefined ? `${Math.floor(ratio * 100)}%` : children}
    </ProgressRing>
  )
}
