import { Button, Group, Text, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { layOut } from '../../../domain/activities/timeline.ts'
import { lengthText, plural } from '../../../domain/lib/duration.ts'
import type { Described } from '../../../domain/plans/plan-file.ts'
import { type PlanFileReading, readPlanFile } from '../../../domain/plans/read-plan-file.ts'
import { planText } from '../../../domain/plans/write-text.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Loading } from '../../ui/loading/Loading.tsx'
import { useBuilderStore } from '../builder.ts'

interface Props {
  file: File
  onClose: () => void
}

/** No plan is larger: characters have at most four bytes. */
const MOST_BYTES = 4_000_000

/** The preview of a file with a plan, or what cannot be read in it. */
export function PlanFileDialog({ file, onClose }: Props) {
  const [reading, setReading] = useState<PlanFileReading | null>(null)
  useEffect(() => {
    let isWanted = true
    void textOf(file).then(text => {
      if (isWanted) setReading(readPlanFile(text, randomUuid))
    })
    return () => {
      isWanted = false
    }
  }, [file])
  return (
    <Dialog opened onClose={onClose} title={file.name} size="34rem">
      {reading === null ? (
        <Loading />
      ) : reading.ok ? (
        <Preview plan={reading.file} onClose={onClose} />
      ) : (
        <Problems problems={reading.problems} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** An unreadable or much too large file reads as one that is no plan. */
async function textOf(file: File): Promise<string> {
  if (file.size > MOST_BYTES) return ' '.repeat(MOST_BYTES)
  return file.text().catch(() => '')
}

function Preview({ plan, onClose }: { plan: Described; onClose: () => void }) {
  const { get } = useBuilderStore()
  const { form, fill } = get()
  const replaces = form.parts.length > 0 || form.tasks.length > 0

  function use(): void {
    const { parts, tasks, timers, title, content, duration } = plan
    fill({
      parts,
      tasks,
      timers,
      title: form.title || title,
      content: form.content || content,
      duration: duration || form.duration
    })
    onClose()
  }

  return (
    <>
      {plan.title && <Text fw={600}>{plan.title}</Text>}
      <Text mb="sm">{summary(plan)}</Text>
      <Textarea aria-label="What’s in the file" readOnly autosize minRows={3} maxRows={12} value={planText(plan)} />
      {replaces && (
        <Text size="sm" mt="xs">
          It replaces the parts and goals that are here now. You can undo that.
        </Text>
      )}
      <Group mt="md">
        <Button onClick={use}>Use this plan</Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </>
  )
}

function summary(plan: Described): string {
  const parts = plan.parts.reduce((sum, group) => sum + group.parts.length, 0)
  const goals = plan.tasks.reduce((sum, group) => sum + group.parts.length, 0)
  const { total } = layOut(plan, null, 0)
  return [total > 0 ? lengthText(total) : '', plural(parts, 'part'), plural(goals, 'goal')].filter(Boolean).join(', ')
}

function Problems({ problems, onClose }: { problems: readonly string[]; onClose: () => void }) {
  return (
    <>
      <Text mb="sm">This file can’t be opened. Nothing has changed.</Text>
      <ul>
        {problems.map(problem => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <Button mt="md" onClick={onClose}>
        OK
      </Button>
    </>
  )
}
