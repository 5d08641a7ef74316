import { Button, Text } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { useDayText } from '../lib/dates/date-texts.ts'
import { useOnceTrue } from '../lib/once-true.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { late, loadPart } from '../ui/loading/late.tsx'
import classes from './Away.module.css'

const AwayDialog = late(async () => (await import('./AwayDialog.tsx')).AwayDialog)

/** The dialog loads when it is first opened. */
function LaterDialog(props: ComponentProps<typeof AwayDialog>) {
  return useOnceTrue(props.opened) && <AwayDialog {...props} />
}

/** Says until when everything rests, and ends that. */
export function AwayNow({ until }: { until: string }) {
  const dayText = useDayText()
  async function back(): Promise<void> {
    const { goAway } = await loadPart(() => import('./away.ts'))
    await goAway(null)
  }
  return (
    <div className={classes.away} role="status">
      <Text>You’re away until {dayText(until)}. Your goals and streaks rest, and nothing reminds you.</Text>
      <ActionButton variant="default" action={back}>
        I’m back
      </ActionButton>
    </div>
  )
}

/** Offers to pause everything. */
export function GoAway() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="subtle" style={{ justifySelf: 'start' }} onClick={() => setOpened(true)}>
        Going away?
      </Button>
      <LaterDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
