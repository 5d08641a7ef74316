import { Button, Group } from '@mantine/core'
import IconAlignLeft from '@tabler/icons-react/dist/esm/icons/IconAlignLeft.mjs'
import IconCopyPlus from '@tabler/icons-react/dist/esm/icons/IconCopyPlus.mjs'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Activity } from '../../../domain/activities/api.ts'
import { late } from '../../ui/loading/late.tsx'

const PlanAsText = late(async () => (await import('./PlanAsText.tsx')).PlanAsText)

/** What anyone can do with the plan of an activity. */
export function PlanActions({ plan }: { plan: Activity }) {
  const [isOpen, setIsOpen] = useState(false)
  const isEmpty = plan.parts.length === 0 && plan.tasks.length === 0
  if (isEmpty) return null
  return (
    <Group>
      <Button
        component={Link}
        to={`/challenges/create?copy=${plan.slug}`}
        variant="default"
        leftSection={<IconCopyPlus size={18} aria-hidden />}
      >
        Use this plan
      </Button>
      <Button variant="default" leftSection={<IconAlignLeft size={18} aria-hidden />} onClick={() => setIsOpen(true)}>
        Plan as text
      </Button>
      {isOpen && <PlanAsText plan={plan} opened onClose={() => setIsOpen(false)} />}
    </Group>
  )
}
