import { Button, Card } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import type { PartGroup } from '../../domain/activities/plan.ts'
import type { GroupTimeline } from '../../domain/activities/timeline.ts'
import { useBuilder } from './builder.ts'
import { GroupHead } from './GroupHead.tsx'
import { PartRow } from './PartRow.tsx'
import { addItem, moveItem } from './plan-changes.ts'
import { SortableList } from './SortableList.tsx'

interface Props {
  group: PartGroup
  index: number
  timeline: GroupTimeline | undefined
}

export function PartGroupCard({ group, index, timeline }: Props) {
  const { plan } = useBuilder()
  return (
    <Card mb="md">
      <GroupHead group={group} index={index} />
      <SortableList
        items={group.parts}
        label={group.title || `Event group ${index + 1}`}
        nameOf={(part, at) => part.title || `Event ${at + 1}`}
        onMove={(from, to) => plan(before => moveItem(before, group.uuid, from, to))}
      >
        {(part, at, handle) => (
          <PartRow
            part={part}
            group={group}
            index={at}
            path={`parts.${index}.parts.${at}`}
            timeline={timeline}
            handle={handle}
          />
        )}
      </SortableList>
      <Button
        mt="md"
        variant="light"
        style={{ alignSelf: 'start' }}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => plan(before => addItem(before, group.uuid))}
      >
        Add an event
      </Button>
    </Card>
  )
}
