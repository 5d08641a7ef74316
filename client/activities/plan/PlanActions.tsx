import { Button } from '@mantine/core'
import IconAlignLeft from '@tabler/icons-react/dist/esm/icons/IconAlignLeft.mjs'
import { useState } from 'react'
import type { Activity } from '../../../domain/activities/api.ts'
import { late } from '../../ui/loading/late.tsx'

const PlanAsText = late(async () => (await import('./PlanAsText.tsx')).PlanAsText)

/** What anyone can do with the plan of an activity. */
export function PlanActions({ plan }: { plan: Activity }) {
  const [isOpen, setIsOpen] = useState(false)
  const isEmpty = plan.parts.length === 0 && plan.tasks.length === 0
  if (isEmpty) return null
  return (
    <div>
      <Button variant="default" leftSection={<IconAlignLeft size={18} aria-hidden />} onClick={() => setIsOpen(true)}>
        Plan as text
      </Button>
      {isOpen && <PlanAsText plan={plan} opened onClose={() => setIsOpen(false)} />}
    </div>
  )
}
