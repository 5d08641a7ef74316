import { Button, Text } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import type { Goal, Sharing } from '../../../domain/goals/api.ts'
import { plural } from '../../../domain/lib/duration.ts'
import { useOnceTrue } from '../../lib/once-true.ts'
import { late } from '../../ui/loading/late.tsx'

const ShareGoal = late(async () => (await import('./ShareGoal.tsx')).ShareGoal)

/** The dialog that shares a goal. Loads when it is first opened. */
export function LaterShareGoal(props: ComponentProps<typeof ShareGoal> & { opened: boolean }) {
  return useOnceTrue(props.opened) && <ShareGoal {...props} />
}

/** Who sees a goal, and how many cheered for it today. Nothing while only its owner sees it. */
export function SharedWith({ goal, sharing }: { goal: Pick<Goal, 'id' | 'title'>; sharing: Sharing }) {
  const [changing, setChanging] = useState(false)
  const { everyone, shared_with, groups, cheers } = sharing
  const whom = everyone ? ['everyone'] : [...shared_with, ...groups.filter(one => one.is_shared).map(one => one.title)]
  return (
    <>
      {whom.length > 0 && (
        <Text component="div">
          Shared with {whom.join(', ')}. {cheers > 0 && <strong>{plural(cheers, 'cheer')} today. </strong>}
          <Button variant="subtle" px="xs" onClick={() => setChanging(true)}>
            Change who sees it
          </Button>
        </Text>
      )}
      <LaterShareGoal goal={goal} opened={changing} onClose={() => setChanging(false)} />
    </>
  )
}
