import { Button, Group } from '@mantine/core'
import IconAlignLeft from '@tabler/icons-react/dist/esm/icons/IconAlignLeft.mjs'
import IconCopyPlus from '@tabler/icons-react/dist/esm/icons/IconCopyPlus.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Activity } from '../../../domain/activities/api.ts'
import { late } from '../../ui/loading/late.tsx'

const TryPlan = late(async () => (await import('../../live/trial/TryPlan.tsx')).TryPlan)
const PlanAsText = late(async () => (await import('./PlanAsText.tsx')).PlanAsText)
const SharePlan = late(async () => (await import('./SharePlan.tsx')).SharePlan)

/** Offers what anyone can do with the plan of an activity. */
export function PlanActions({ plan }: { plan: Activity }) {
  const [open, setOpen] = useState<'text' | 'trial' | 'share' | null>(null)
  const close = (): void => setOpen(null)
  const isEmpty = plan.parts.length === 0 && plan.tasks.length === 0
  if (isEmpty) return null
  return (
    <Group>
      {plan.parts.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
          onClick={() => setOpen('trial')}
        >
          Try it
        </Button>
      )}
      <Button
        component={Link}
        to={`/challenges/create?copy=${plan.slug}`}
        variant="default"
        leftSection={<IconCopyPlus size={18} aria-hidden />}
      >
        Use this plan
      </Button>
      <Button variant="default" leftSection={<IconAlignLeft size={18} aria-hidden />} onClick={() => setOpen('text')}>
        Plan as text
      </Button>
      <Button variant="default" leftSection={<IconShare size={18} aria-hidden />} onClick={() => setOpen('share')}>
        Share
      </Button>
      {open === 'text' && <PlanAsText plan={plan} opened onClose={close} />}
      {open === 'share' && <SharePlan plan={plan} opened onClose={close} />}
      {open === 'trial' && <TryPlan plan={plan} opened onClose={close} />}
    </Group>
  )
}
