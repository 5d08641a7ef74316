import { Button } from '@mantine/core'
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs'
import { useCallback, useState } from 'react'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { late } from '../../ui/loading/late.tsx'
import type { RoomWithLogs } from '../stream/happenings.ts'

const Wall = late(async () => (await import('./Wall.tsx')).Wall)

/** Shows the room on the whole screen, for a wall or a television. */
export function WallButton({ data, clock }: { data: RoomWithLogs; clock: SessionClock }) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const close = useCallback(() => setWanted(false), [])
  return (
    <>
      <Button variant="subtle" leftSection={<IconMaximize size={20} aria-hidden />} onClick={() => setWanted(true)}>
        Full screen
      </Button>
      {wanted !== null && <Wall data={data} clock={clock} opened={wanted} onClose={close} />}
    </>
  )
}
