import { Button, Group } from '@mantine/core'
import IconTemplate from '@tabler/icons-react/dist/esm/icons/IconTemplate.mjs'
import { useState } from 'react'
import { late } from '../../ui/loading/late.tsx'
import { OpenPlanFile } from './OpenPlanFile.tsx'

const PresetDialog = late(async () => (await import('./PresetDialog.tsx')).PresetDialog)

/** Where else a plan can come from: a pattern or a file. */
export function PlanSources() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Group mt="sm">
      <Button variant="default" leftSection={<IconTemplate size={18} aria-hidden />} onClick={() => setIsOpen(true)}>
        Use a pattern
      </Button>
      {isOpen && <PresetDialog onClose={() => setIsOpen(false)} />}
      <OpenPlanFile />
    </Group>
  )
}
