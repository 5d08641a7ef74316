import { Button, Group } from '@mantine/core'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconTemplate from '@tabler/icons-react/dist/esm/icons/IconTemplate.mjs'
import { memo, useState } from 'react'
import type { Plan } from '../../../domain/activities/plan.ts'
import { late } from '../../ui/loading/late.tsx'
import { OpenPlanFile } from './OpenPlanFile.tsx'

const TryPlan = late(async () => (await import('../../live/trial/TryPlan.tsx')).TryPlan)
const PresetDialog = late(async () => (await import('./PresetDialog.tsx')).PresetDialog)

/** Where else a plan can come from, a pattern or a file, and how it runs. */
export const PlanSources = memo(function PlanSources({ parts, timers }: Pick<Plan, 'parts' | 'timers'>) {
  const [open, setOpen] = useState<'pattern' | 'trial' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <Group mt="sm">
      <Button variant="default" leftSection={<IconTemplate size={18} aria-hidden />} onClick={() => setOpen('pattern')}>
        Use a pattern
      </Button>
      <OpenPlanFile />
      {parts.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
          onClick={() => setOpen('trial')}
        >
          Try it
        </Button>
      )}
      {open === 'pattern' && <PresetDialog onClose={close} />}
      {open === 'trial' && <TryPlan plan={{ parts, timers }} opened onClose={close} />}
    </Group>
  )
})
